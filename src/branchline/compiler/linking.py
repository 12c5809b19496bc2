"""Rules that only other rules call: Numba would optimise each of them, and make machine code of it, for its own sake.

Here such a rule is only lowered. It is optimised where it is used, once for each entry point: that takes a fraction
of the time to compile, and more of it is compiled into its callers.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class RuleLibrary(JITCodeLibrary):
    """The code of one rule and of those it calls, not optimised."""

    def finalize(self) -> None:
        """Take in the code of the rules that are called."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):
    """Lower a rule and make it known to its callers, without machine code."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower one rule."""
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        # Callers know a rule by its function for Python, which must be a builtin; this one is never called.
        key: Any = [].append
        state.targetctx.insert_user_function(key, state["cr"].fndesc, [state.library])
        state["cr"] = state["cr"]._replace(cfunc=key)
        return True


class RuleCompiler(CompilerBase):
    """Numba's usual compiler with another last step."""

    def define_pipelines(self) -> list[Any]:
        """All passes of the usual compiler, but for machine code."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(RuleLowering, NativeLowering)
        passes.passes = [one for one in passes.passes if one[0] is not NativeLowering]
        passes.finalize()
        return [passes]
