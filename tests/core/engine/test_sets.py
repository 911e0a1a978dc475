"""Sets of small numbers in one number, against Python's own sets."""

import random

from games.core.engine.sets import ALL, EMPTY, FIRST, MOST, ONLY, OTHERS, SIZE, members, nth


def test_every_set_has_its_size_and_its_members_in_order() -> None:
    assert len(SIZE) == ALL + 1
    for numbers in range(ALL + 1):
        expected = [number for number in range(MOST) if numbers >> number & 1]
        assert SIZE[numbers] == len(expected)
        if numbers % 7 == 0:
            assert members(numbers) == expected
            assert [nth(numbers, n) for n in range(len(expected))] == expected
            assert sum(ONLY[number] for number in expected) == numbers


def test_joining_removing_and_asking_are_as_with_pythons_sets() -> None:
    generator = random.Random(1)
    for _trial in range(200):
        one, other = (set(generator.sample(range(MOST), generator.randint(0, MOST))) for _ in range(2))
        number = generator.randrange(MOST)
        mine, theirs = (sum(ONLY[number] for number in numbers) for numbers in (one, other))
        assert set(members(mine | theirs)) == one | other
        assert set(members(mine & theirs)) == one & other
        assert set(members(mine | ONLY[number])) == one | {number}
        assert set(members(mine & OTHERS[number])) == one - {number}
        assert bool(mine & ONLY[number]) == (number in one)


def test_the_first_numbers_and_the_empty_set() -> None:
    for size in range(MOST + 1):
        assert members(FIRST[size]) == list(range(size))
    assert FIRST[0] == EMPTY
    assert FIRST[MOST] == ALL
