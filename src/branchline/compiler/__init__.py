"""Numba, and our use of its inside: nothing else imports it."""

from branchline.compiler.target import aim

aim()
