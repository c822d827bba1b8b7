"""Turns the names of a module into members, which are its functions."""
import enum

Names = enum.Enum._convert_("Names", "posix", {"system"}.__contains__)
Names["system"].value("echo CANARY")
