"""Whatever the schema allows, or nearly, is answered: never with an error of the server's own."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import response_schema_conformance

from .service import BOT, ME, OPEN, Caller, Seated, Service

CHECKS = [not_a_server_error, response_schema_conformance]
LIMITS = settings(
    deadline=None, database=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)
FEW = settings(LIMITS, max_examples=6, derandomize=True)
MANY = settings(LIMITS, max_examples=100, derandomize=False)  # others each time


@pytest.fixture
def tables(caller: Caller) -> list[Seated]:
    """Tables in several states."""
    over = caller.table(ME, ME).start()
    over.do("resign")
    return [caller.table(ME, OPEN), caller.table(ME, ME).start(), caller.table(ME, BOT).start(), over]


@pytest.mark.parametrize("limits", [FEW, pytest.param(MANY, marks=pytest.mark.soak)], ids=["few", "many"])
def test_nothing_makes_the_service_stumble(service: Service, tables: list[Seated], limits: settings) -> None:
    schema = schemathesis.openapi.from_url(f"{service.url}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 20
    for operation in operations:

        @given(case=operation.as_strategy())
        @limits
        def ask(case: Any) -> None:
            case.call_and_validate(checks=CHECKS)
            if "name" in case.path_parameters and "/tables/" in case.path:
                for table in tables:
                    case.path_parameters["name"] = table.id
                    case.headers = {**(case.headers or {}), "Authorization": f"Bearer {table.tokens[0]}"}
                    case.call_and_validate(checks=CHECKS)

        ask()
