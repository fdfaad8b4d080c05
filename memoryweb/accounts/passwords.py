"""Password rules in the words of our own catalogue."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django 5.2 changed this text and its Chinese catalogue did not follow."""

    def get_error_message(self) -> str:
        return ngettext(
            "The password is too short: at least %(n)d character is needed.",
            "The password is too short: at least %(n)d characters are needed.",
            self.min_length,
        ) % {"n": self.min_length}
