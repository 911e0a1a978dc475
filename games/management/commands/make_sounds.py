"""Compute the sounds of the pages, and write them where browsers find them."""

import io
import math
import struct
import wave
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

FOLDER = Path(__file__).resolve().parents[2] / "static" / "games" / "sounds"
RATE = 11_025  # samples a second; nothing in these sounds is above 3 kHz
FADE = 0.008  # seconds at both ends, so that nothing clicks
PEAK = 0.5  # of the loudest that a file can hold


@dataclass(frozen=True)
class Note:
    """A note: its pitch in hertz, when it begins, how fast it dies away, and how loud its overtones are."""

    pitch: float
    begin: float
    decay: float
    overtones: tuple[float, ...]

    def at(self, moment: float) -> float:
        """Return the height of the wave at `moment`."""
        age = moment - self.begin
        if age < 0:
            return 0.0
        tones = [
            loud * math.exp(-self.decay * number * age) * math.sin(math.tau * self.pitch * number * age)
            for number, loud in enumerate((1.0, *self.overtones), 1)
        ]
        return min(age / FADE, 1.0) * sum(tones)


SOUNDS = {
    "turn": (0.6, (Note(587.33, 0.0, 7.0, (0.2, 0.05)), Note(880.0, 0.16, 8.0, (0.2, 0.05)))),
    "message": (0.3, (Note(783.99, 0.0, 16.0, (0.35, 0.15)),)),
}


def samples_of(name: str) -> list[int]:
    """Return the samples of a sound, as 16-bit numbers."""
    length, notes = SOUNDS[name]
    times = [number / RATE for number in range(round(length * RATE))]
    heights = [sum(note.at(time) for note in notes) * min((length - time) / FADE, 1.0) for time in times]
    loudest = max(map(abs, heights))
    return [round(height / loudest * PEAK * 32_767) for height in heights]


def file_of(name: str) -> bytes:
    """Return a sound as a WAV file with one channel."""
    samples = samples_of(name)
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return content.getvalue()


class Command(BaseCommand):
    help = "Compute the sounds of the pages again, from the notes in this command."

    def handle(self, *args: Any, **options: Any) -> None:
        for name in SOUNDS:
            (FOLDER / f"{name}.wav").write_bytes(file_of(name))
