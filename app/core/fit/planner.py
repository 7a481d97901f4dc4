"""How a model is best laid out over the memory that is free now.

What comes first is chosen first:

1. all layers on devices, in the largest usual context that lets them, down to `_COMFORTABLE`
   tokens: a layer in RAM costs more of every answer's time than a smaller context does;
2. of a mixture of experts, everything but some experts on devices: a token uses few of them, so
   that the processor has little to do;
3. as many layers on devices as fit, counted from the output, as llama.cpp does;
4. everything in RAM;
5. the same again in smaller contexts;
6. in RAM although other programs have to give way, as long as the machine would not swap.

A context that was asked for is not made smaller while it can be had in any of these ways.

`estimated_model` is for one that is not here yet: what it needs, as far as the size of its files
tells. The weights are the files. How large a KV cache and buffers for computing are, only the
header says; what is allowed for them here is what dense models of its size take at most in 4 bits,
a little more than most. So an estimate refuses rather too early than too late.

Threads: pure functions, any thread.
"""

from __future__ import annotations

import bisect
import itertools
from typing import TYPE_CHECKING

from app.core.fit.machine import MemoryUse, Placement, memory_use
from app.core.fit.model_memory import RAM, Cache, Compute, ContextShape, ModelMemory, Weights
from app.core.plain_value import PlainValue, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.core.fit.machine import DeviceMemory, MachineMemory


CONTEXT_SIZES = (32_768, 16_384, 8_192, 4_096, 2_048)
_COMFORTABLE = 8_192  # tokens; a smaller context is no price for a few layers more
_LEAST_CONTEXT = 64  # tokens; a model trained for fewer says nonsense
_CACHE_SHARE = 4  # a context nobody asked for takes one part in so many of the memory that is free


class Wish(PlainValue, frozen=True):
    """What the user wants of a load.

    Attributes:
        n_ctx: tokens of the context; 0 lets the planner choose.
        most_gpu_layers: no more are offloaded; None for as many as fit. As many as the model has
            means all of it.
        split: shares of the offloaded layers by name of the device; those that are not named get
            none. Empty for as many on each as fit.
        main_device: is filled before the others; "" for the last one, as llama.cpp counts.
    """

    n_ctx: int = 0
    most_gpu_layers: int | None = None
    split: tuple[tuple[str, float], ...] = ()
    main_device: str = ""


class Plan(PlainValue, frozen=True):
    """A placement that can be loaded.

    Attributes:
        uses: what it takes of each place, RAM first.
        n_ctx_wished: the context that was asked for, if one was; larger than that of the placement
            where memory does not suffice.
        most_gpu_layers: no more were to be offloaded, as in the wish.
        crowds_others: other programs have to give up memory for it.
    """

    placement: Placement
    uses: tuple[MemoryUse, ...]
    n_ctx_wished: int
    most_gpu_layers: int | None = None
    crowds_others: bool = False


class Refusal(PlainValue, frozen=True):
    """No placement is safe: the machine would come to a standstill.

    Attributes:
        uses: what the smallest one would take.
        needed_bytes: of RAM.
        limit_bytes: of RAM that may be taken at most.
    """

    uses: tuple[MemoryUse, ...]
    needed_bytes: int
    limit_bytes: int


def plan_load(model: ModelMemory, machine: MachineMemory, wish: Wish) -> Plan | Refusal:
    """Return the best placement, or what stands against all of them.

    The loader asks again where a device had less than it said, and after a crash the wish is for
    fewer layers.
    """
    wish = _possible(wish, machine)
    machine = _as_wished(machine, wish)
    sizes = _sizes(model, machine, wish)
    for ram_bytes in (machine.ram_usable_bytes, machine.ram_limit_bytes):
        for placement in _placements(model, machine, wish, sizes):
            uses = memory_use(model, placement)
            if _fits(uses, machine, ram_bytes):
                crowds = _ram_of(uses, machine) > machine.ram_usable_bytes
                wished = wish.n_ctx or placement.n_ctx
                return Plan(placement, uses, wished, wish.most_gpu_layers, crowds)
    uses = memory_use(model, Placement(sizes[-1]))
    return Refusal(uses, uses[0].total_bytes, machine.ram_limit_bytes)


def _placements(
    model: ModelMemory, machine: MachineMemory, wish: Wish, sizes: tuple[int, ...]
) -> Iterator[Placement]:
    """Yield what is tried, best first."""
    in_turn = sizes
    if machine.devices and not wish.n_ctx:
        for size in sizes:
            if size > _COMFORTABLE:
                yield from _whole(model, machine, wish, size)
        in_turn = tuple(size for size in sizes if size <= _COMFORTABLE) or sizes[-1:]
    for size in in_turn:
        yield from _whole(model, machine, wish, size)
        yield from _with_experts_in_ram(model, machine, wish, size)
        yield from _by_layers(model, machine, wish, size)
        yield Placement(size)


def _whole(
    model: ModelMemory, machine: MachineMemory, wish: Wish, n_ctx: int
) -> Iterator[Placement]:
    """Yield placements of all layers: on one device, the first that has room, then on several."""
    n_all = model.weights.n_layers + 1
    if _most_layers(model, machine, wish) < n_all:
        return
    for device in () if wish.split else _preferred_first(machine, wish):
        yield Placement(n_ctx, ((device.name, n_all),))
    filled = _filled(model, machine, wish, Placement(n_ctx), n_all)
    if filled.n_gpu_layers == n_all:
        yield filled


def _with_experts_in_ram(
    model: ModelMemory, machine: MachineMemory, wish: Wish, n_ctx: int
) -> Iterator[Placement]:
    """Yield the placement of all layers with the experts of as few as possible in RAM."""
    n_layers = model.weights.n_layers
    if not model.weights.has_experts or _most_layers(model, machine, wish) <= n_layers:
        return

    def filled(n_in_ram: int) -> Placement:
        bare = Placement(n_ctx, n_expert_layers_in_ram=n_in_ram)
        return _filled(model, machine, wish, bare, n_layers + 1)

    counts = range(1, n_layers + 1)
    index = bisect.bisect_left(counts, x=True, key=lambda n: filled(n).n_gpu_layers > n_layers)
    if index < n_layers:
        yield filled(counts[index])


def _by_layers(
    model: ModelMemory, machine: MachineMemory, wish: Wish, n_ctx: int
) -> Iterator[Placement]:
    """Yield the placement of as many layers as fit; with fewer, only RAM would get fuller."""
    most = min(_most_layers(model, machine, wish), model.weights.n_layers)
    filled = _filled(model, machine, wish, Placement(n_ctx), most)
    if filled.shares:
        yield filled


def _most_layers(model: ModelMemory, machine: MachineMemory, wish: Wish) -> int:
    """Return how many layers may be on devices, the output counted as one."""
    if not machine.devices or model.on_devices is None:
        return 0
    n_all = model.weights.n_layers + 1
    # Who counts layers leaves the output out: all of them means everything.
    if wish.most_gpu_layers is None or wish.most_gpu_layers >= n_all - 1:
        return n_all
    return wish.most_gpu_layers


def _possible(wish: Wish, machine: MachineMemory) -> Wish:
    """Return a wish without shares of devices that are not there, or that are to get nothing.

    Its split is in llama.cpp's order.
    """
    shares = dict(wish.split)
    names = (device.name for device in machine.devices)
    split = tuple((name, shares[name]) for name in names if shares.get(name, 0) > 0)
    return replace(wish, split=split)


def _as_wished(machine: MachineMemory, wish: Wish) -> MachineMemory:
    """Return the machine with the devices that may be used, the one to be filled first at the end.

    Args:
        wish: a possible one.
    """
    wished = dict(wish.split)
    devices = [device for device in machine.devices if not wished or device.name in wished]
    devices.sort(key=lambda device: device.name == wish.main_device)
    return replace(machine, devices=tuple(devices))


def _preferred_first(machine: MachineMemory, wish: Wish) -> list[DeviceMemory]:
    return sorted(machine.devices, key=lambda device: device.name != wish.main_device)


def _filled(
    model: ModelMemory, machine: MachineMemory, wish: Wish, bare: Placement, most: int
) -> Placement:
    """Return a placement of as many of the last layers as fit."""
    if wish.split:
        return _split(model, machine, wish.split, bare, most)
    return _one_after_the_other(model, machine, bare, most)


def _split(
    model: ModelMemory,
    machine: MachineMemory,
    split: tuple[tuple[str, float], ...],
    bare: Placement,
    most: int,
) -> Placement:
    """Return a placement of as many of the last layers as fit when they are shared out so."""

    def shared(count: int) -> Placement:
        shares = shared_out(count, split)
        return Placement(bare.n_ctx, shares, bare.n_expert_layers_in_ram)

    def is_too_much(count: int) -> bool:
        return not _fits(memory_use(model, shared(count)), machine, machine.ram_total_bytes)

    return shared(bisect.bisect_left(range(1, most + 1), x=True, key=is_too_much))


def shared_out(count: int, split: tuple[tuple[str, float], ...]) -> tuple[tuple[str, int], ...]:
    """Return how many of `count` layers each device gets, in the order of `split`; none with 0.

    Args:
        count: of layers.
        split: names with shares above 0, of any sum.
    """
    total = sum(share for _name, share in split)
    reached = itertools.accumulate(share / total * count for _name, share in split)
    ends = [0, *map(round, reached)]
    counts = (end - begin for begin, end in itertools.pairwise(ends))
    return tuple((name, n) for (name, _share), n in zip(split, counts, strict=True) if n)


def _one_after_the_other(
    model: ModelMemory, machine: MachineMemory, bare: Placement, most: int
) -> Placement:
    """Return a placement of as many of the last layers as fit, the last device filled first."""
    shares: list[tuple[str, int]] = []
    left = most
    for device in reversed(machine.devices):
        count = _n_that_fit(model, bare, shares, device, left)
        if count:
            shares.insert(0, (device.name, count))
        left -= count
    return Placement(bare.n_ctx, tuple(shares), bare.n_expert_layers_in_ram)


def _n_that_fit(
    model: ModelMemory,
    bare: Placement,
    behind: list[tuple[str, int]],
    device: DeviceMemory,
    most: int,
) -> int:
    def is_too_much(count: int) -> bool:
        shares = ((device.name, count), *behind)
        uses = memory_use(model, Placement(bare.n_ctx, shares, bare.n_expert_layers_in_ram))
        taken = next(use for use in uses if use.place == device.name)
        return taken.total_bytes > device.usable_bytes

    return bisect.bisect_left(range(1, most + 1), x=True, key=is_too_much)


def _fits(uses: tuple[MemoryUse, ...], machine: MachineMemory, ram_bytes: int) -> bool:
    usable = {device.name: device.usable_bytes for device in machine.devices}
    if any(use.total_bytes > usable[use.place] for use in uses if use.place != RAM):
        return False
    return _ram_of(uses, machine) <= ram_bytes


def _ram_of(uses: tuple[MemoryUse, ...], machine: MachineMemory) -> int:
    """Return what is taken of the machine's RAM; an integrated GPU has its memory there."""
    in_ram = {RAM} | {device.name for device in machine.devices if device.kind == "igpu"}
    return sum(use.total_bytes for use in uses if use.place in in_ram)


def _sizes(model: ModelMemory, machine: MachineMemory, wish: Wish) -> tuple[int, ...]:
    """Return the sizes of context that are tried, largest first; never none."""
    least = CONTEXT_SIZES[-1]
    if wish.n_ctx:
        halves = itertools.takewhile(
            lambda size: size >= least, (wish.n_ctx >> power for power in range(1, 32))
        )
        return (wish.n_ctx, *halves)
    trained = model.n_ctx_train if model.n_ctx_train >= _LEAST_CONTEXT else least
    free = max(machine.ram_free_bytes, sum(device.free_bytes for device in machine.devices))
    affordable = tuple(
        size
        for size in CONTEXT_SIZES
        if size <= trained and model.in_ram.cache_bytes(size) * _CACHE_SHARE <= free
    )
    return affordable or (min(trained, least),)


ESTIMATED_CONTEXT = 8_192  # tokens
ESTIMATED_WISH = Wish(n_ctx=ESTIMATED_CONTEXT)
_N_LAYERS = 32
_END_SHARE = 0.05  # of the weights: the input, and the output
# Of small models the cache is half as large as the weights, of larger ones it hardly grows.
_SMALL_CACHE_SHARE = 0.5
_LARGE_CACHE_BYTES = 1.2e9
_LARGE_CACHE_SHARE = 0.04
_SMALL_COMPUTE_SHARE = 0.2
_MOST_COMPUTE_BYTES = 0.35e9


def estimated_model(size_bytes: int, machine: MachineMemory) -> ModelMemory:
    """Return what a model whose files have so many bytes needs on a machine, roughly."""
    n_ends = round(size_bytes * _END_SHARE)
    layer_bytes = (size_bytes - 2 * n_ends) // _N_LAYERS
    weights = Weights(
        input_bytes=n_ends,
        layer_bytes=(layer_bytes,) * _N_LAYERS,
        expert_bytes=(0,) * _N_LAYERS,
        output_bytes=n_ends,
        shared_bytes=0,
    )
    cache = Cache(
        layers=tuple(range(_N_LAYERS)),
        bytes_per_cell=_cache_bytes(size_bytes) / ESTIMATED_CONTEXT,
        most_cells=ESTIMATED_CONTEXT,
        grows=True,
    )
    compute_bytes = min(size_bytes * _SMALL_COMPUTE_SHARE, _MOST_COMPUTE_BYTES)

    def shape(places: tuple[str, ...]) -> ContextShape:
        compute = tuple(Compute(place, compute_bytes, 0.0) for place in places)
        return ContextShape((cache,), compute)

    devices = tuple(device.name for device in machine.devices)
    on_devices = shape((RAM, *devices)) if devices else None
    return ModelMemory(weights, shape((RAM,)), on_devices, ESTIMATED_CONTEXT)


def _cache_bytes(size_bytes: int) -> float:
    large = _LARGE_CACHE_BYTES + size_bytes * _LARGE_CACHE_SHARE
    return min(size_bytes * _SMALL_CACHE_SHARE, large)
