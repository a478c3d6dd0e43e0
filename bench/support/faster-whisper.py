"""Transcribes a file with faster-whisper and prints text, words, and processor time as JSON.

usage: faster-whisper.py CTRANSLATE2_FOLDER FILE THREADS
"""

import json
import resource
import sys
import time

from faster_whisper import WhisperModel, decode_audio


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


folder, path, threads = sys.argv[1], sys.argv[2], int(sys.argv[3])
model = WhisperModel(folder, device="cpu", compute_type="int8", cpu_threads=threads)
sound = decode_audio(path)
best = None
for _ in range(2):
    started, before = time.time(), processor_seconds()
    segments, info = model.transcribe(sound, beam_size=1, word_timestamps=True)
    words = [[word.word.strip(), word.start] for segment in segments for word in segment.words]
    run = {"processor": processor_seconds() - before, "wall": time.time() - started, "words": words}
    best = min(best or run, run, key=lambda one: one["processor"])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({**best, "language": info.language, "peakMegabytes": peak}))
