"""The arena on a Ray cluster of two nodes, one of which dies on the way."""

import threading

import pytest

from branchline.arena.run import run
from branchline.arena.schedule import Match, Outcome


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore")
def test_the_games_of_a_lost_node_are_played_again_and_none_twice() -> None:
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    lost = threading.Event()

    def lose_a_node(games: list[Outcome], total: int) -> None:
        if len(games) >= total // 4 and not lost.is_set():
            lost.set()
            cluster.remove_node(second, allow_graceful=False)

    match = Match("nordic", (), ("greedy", "random"), 2, 3)
    try:
        report = run(match, 120, on="ray", watch=lose_a_node)
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert lost.is_set()
    assert [game.deal for game in report.games] == [deal for deal in range(60) for _ in range(2)]
    here = run(match, 120, cores=1)
    assert [game.scores for game in report.games] == [game.scores for game in here.games]
