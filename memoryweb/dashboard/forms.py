"""What operators send. Every form of a row carries the `version` it showed."""

from django import forms
from django.utils.translation import gettext_lazy as _

from memory_core.algorithms.vocabulary import KINDS, SLOTS
from memoryweb.dashboard import labels

REASON_CHARACTERS = 500
CONTENT_CHARACTERS = 2000


class ActionForm(forms.Form):
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    reason = forms.CharField(max_length=REASON_CHARACTERS, required=False)


class ReplaceForm(ActionForm):
    """A new wording. Blank text comes as an error of the field, not of the engine."""

    content = forms.CharField(
        max_length=CONTENT_CHARACTERS, widget=forms.Textarea, label=_("New wording")
    )
    kind = forms.ChoiceField(choices=[(kind, labels.KINDS[kind].text) for kind in KINDS])
    slot = forms.ChoiceField(
        choices=[("", _("none")), *((slot, labels.SLOTS[slot].text) for slot in SLOTS)],
        required=False,
    )


class SummaryForm(ActionForm):
    """A summary by hand: one paragraph, and a cue a line."""

    summary = forms.CharField(max_length=CONTENT_CHARACTERS, widget=forms.Textarea)
    cues = forms.CharField(max_length=CONTENT_CHARACTERS, widget=forms.Textarea, required=False)

    def clean_cues(self) -> list[str]:
        lines = str(self.cleaned_data["cues"]).splitlines()
        return [line.strip() for line in lines if line.strip()]


class DismissForm(ActionForm):
    reason = forms.CharField(max_length=REASON_CHARACTERS)
