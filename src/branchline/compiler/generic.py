"""Functions of which every kind of game has its own: which is meant, the type of the first record tells.

A caller is written once and compiled once for each kind, straight with the function that this kind has; uncompiled,
the same is found out at every call.
"""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core.imputils import lower_constant
from numba.extending import models, register_model, typeof_impl

F = TypeVar("F", bound=Callable[..., Any])


class Generic:
    """A function by name, and the one that each type of record has."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.own: dict[np.dtype[Any], Any] = {}

    def __call__(self, first: np.record, *others: Any) -> Any:
        """Call the function of the first record's type."""
        if first.dtype not in self.own:
            raise TypeError(f"{self.name} is not provided for records of the type {first.dtype}")
        return self.own[first.dtype](first, *others)


def generic(function: F) -> F:
    """Declare a function by its signature; `provide` gives each kind's own."""
    return cast(F, Generic(function))


def provide(record: np.dtype[Any], functions: Mapping[Any, Any]) -> None:
    """Say which functions a type of record has, by the generic function of which each is one."""
    for name, function in functions.items():
        name.own[record] = function


def by_name(asked: Mapping[str, Any], functions: Iterable[Callable[..., Any]]) -> dict[Any, Any]:
    """A kind's own functions by the generic function of the same name, among those that a module asks for."""
    return {asked[function.__name__]: function for function in functions}


class GenericType(types.Callable, types.Dummy):
    """A generic function as Numba sees it: a call of it is a call of the function that the first argument has."""

    def __init__(self, function: Generic) -> None:
        self.function = function
        super().__init__(f"generic({function.name})")

    def _own(self, arguments: Any) -> Any:
        for record, function in self.function.own.items():
            if numba.from_dtype(record) == arguments[0]:
                return types.Dispatcher(function)
        raise numba.TypingError(f"{self.name} is not provided for {arguments[0]}")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The signature of a call; the function is compiled for it."""
        return self._own(args).get_call_type(context, args, kws)

    def get_call_signatures(self) -> Any:
        """No signatures beforehand."""
        return [], True

    def get_impl_key(self, signature: Any) -> Any:
        """What the compiled function is known by."""
        return self._own(signature.args).get_impl_key(signature)


register_model(GenericType)(models.OpaqueModel)


@typeof_impl.register(Generic)
def _type_of(value: Generic, context: Any) -> GenericType:
    return GenericType(value)


def _constant(context: Any, builder: Any, kind: Any, value: Generic) -> Any:
    return context.get_dummy_value()


lower_constant(GenericType)(_constant)
