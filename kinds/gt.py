import gettext
_ = gettext.gettext
print(_("x"))
