"""How code is compiled: one decorator for functions, one for entry points."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

from branchline.compiler.cache import NUMBAS_NAME
from branchline.compiler.linking import RuleCompiler

F = TypeVar("F", bound=Callable[..., Any])
RULE: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(function: F) -> F:
    """Compile a rule; it is reached from Python only through an entry point."""
    return cast(F, numba.njit(pipeline_class=RuleCompiler, **RULE)(function))


def inlined(function: F) -> F:
    """Compile a rule into its callers: on the path of every move a call costs as much as the work."""
    return cast(F, numba.njit(pipeline_class=RuleCompiler, forceinline=True, **RULE)(function))


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep its machine code; rules do not go stale when planners change."""
    config: Any = numba.config
    others = config.CACHE_LOCATOR_CLASSES
    config.CACHE_LOCATOR_CLASSES = NUMBAS_NAME
    try:
        return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
    finally:
        config.CACHE_LOCATOR_CLASSES = others


def compile_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile an entry point for arguments of these types, or read its machine code, without calling it."""
    cast(Any, function).compile(tuple(numba.typeof(argument) for argument in arguments))


def as_intrinsic(function: Callable[..., Any]) -> Any:
    """Make machine code of a function that writes it; the first argument of this, the context, is Numba's."""
    return intrinsic(function)
