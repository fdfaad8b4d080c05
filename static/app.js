// What the pages gain with script: nothing here is needed to use them.
"use strict";

const TOAST_MS = 10000;
const root = document.documentElement;

// The token sits in <meta>, so that htmx needs no inline attribute.
document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector('meta[name="csrf-token"]');
  if (token) event.detail.headers["X-CSRFToken"] = token.content;
  // Conditions nobody set stay out of the address.
  const parameters = event.detail.parameters;
  if (event.detail.verb === "get") {
    for (const key of Object.keys(parameters)) if (parameters[key] === "") delete parameters[key];
  }
});

// Menus are <details>: Esc and a click outside close them.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.mw-menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
  const close = event.target.closest("[data-close]");
  if (close) close.closest("[data-toast]")?.remove();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus();
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
  if (isUndo && !isTyping(event.target)) undoNewest(event);
});

function closeMenus() {
  for (const menu of document.querySelectorAll("details.mw-menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
}

// Ctrl+Z inside a text field belongs to the text.
function isTyping(element) {
  return element instanceof Element && element.closest("input, textarea, select, [contenteditable]") !== null;
}

function undoNewest(event) {
  const forms = document.querySelectorAll("#toasts [data-undo]");
  if (forms.length === 0) return;
  event.preventDefault();
  forms[forms.length - 1].requestSubmit();
}

// A toast goes after 10 s; the time stands still while it is pointed at or holds the focus.
function watchToast(toast) {
  let left = TOAST_MS;
  let since = performance.now();
  let timer = setTimeout(() => toast.remove(), left);
  const stop = () => {
    clearTimeout(timer);
    left = Math.max(0, left - (performance.now() - since));
  };
  const go = () => {
    if (toast.matches(":hover") || toast.contains(document.activeElement)) return;
    clearTimeout(timer);
    since = performance.now();
    timer = setTimeout(() => toast.remove(), left);
  };
  toast.addEventListener("mouseenter", stop);
  toast.addEventListener("focusin", stop);
  toast.addEventListener("mouseleave", go);
  toast.addEventListener("focusout", () => setTimeout(go));
}

function watchToasts() {
  for (const toast of document.querySelectorAll("[data-toast]:not([data-watched])")) {
    toast.dataset.watched = "";
    watchToast(toast);
  }
}
document.addEventListener("DOMContentLoaded", watchToasts);
document.addEventListener("htmx:oobAfterSwap", watchToasts);
document.addEventListener("htmx:afterSwap", watchToasts);

// Filters apply themselves; without script there is a button.
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.matches("[data-auto]") && event.target.matches("input[type=checkbox], input[type=radio], select")) form.requestSubmit();
});

// The theme changes at once, and is kept in the background.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-theme-form]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  root.dataset.bsTheme = event.submitter.value;
  for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-current");
  event.submitter.setAttribute("aria-current", "true");
  form.closest("details").open = false;
  const body = new FormData(form, event.submitter);
  await fetch(form.action, { method: "POST", body, redirect: "manual" });
});

// What went wrong is said in the same place as what went right.
for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, () => {
    const template = document.getElementById("failed-toast");
    document.getElementById("toasts").append(template.content.cloneNode(true));
    watchToasts();
  });
}

document.addEventListener("htmx:beforeRequest", (event) => event.detail.target?.setAttribute("aria-busy", "true"));
document.addEventListener("htmx:afterRequest", (event) => event.detail.target?.removeAttribute("aria-busy"));
