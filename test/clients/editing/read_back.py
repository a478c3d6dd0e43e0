"""Reads the exports of a folder with OpenTimelineIO and its adapters, and prints the facts of each as JSON."""

import json
import os
import sys

import opentimelineio as otio
from lxml import etree

DTD = os.path.join(os.path.dirname(__file__), "fcpxml-1.9.dtd")


def seconds(time):
    return round(time.value / time.rate, 6)


def clip_facts(clip):
    """Place of a clip on its track, its range in its file, and that of the file, in seconds."""
    media = clip.media_reference
    available = media.available_range
    return {
        "name": clip.name,
        "at": seconds(clip.range_in_parent().start_time),
        "start": seconds(clip.source_range.start_time),
        "duration": seconds(clip.source_range.duration),
        "available": available and [seconds(available.start_time), seconds(available.duration)],
        "url": getattr(media, "target_url", None),
    }


def markers_of(timeline):
    """Names and seconds of markers, on the stack, its tracks, and clips."""
    items = [timeline.tracks, *timeline.tracks, *timeline.find_clips()]
    return [[m.name, seconds(m.marked_range.start_time)] for item in items for m in item.markers]


def facts(timeline):
    start = timeline.global_start_time
    return {
        "start": start and seconds(start),
        "duration": seconds(timeline.duration()),
        "tracks": [
            {"kind": str(track.kind), "clips": [clip_facts(clip) for clip in track.find_clips()]}
            for track in timeline.tracks
        ],
        "markers": markers_of(timeline),
    }


def timeline_in(read):
    """The timeline in what an adapter read: itself, or the only one of a collection."""
    if isinstance(read, otio.schema.Timeline):
        return read
    return next(iter(read.find_children(descended_from_type=otio.schema.Timeline)))


def read(path, rate):
    if path.endswith(".edl"):
        return otio.adapters.read_from_file(path, rate=rate)
    if path.endswith(".fcpxml"):
        tree = etree.parse(path)
        with open(DTD, "rb") as file:
            dtd = etree.DTD(file)
        if not dtd.validate(tree):
            raise ValueError(str(dtd.error_log.filter_from_errors()))
        return otio.adapters.read_from_file(path, adapter_name="fcpx_xml")
    if path.endswith(".xml"):
        return otio.adapters.read_from_file(path, adapter_name="fcp_xml")
    return otio.adapters.read_from_file(path)


found = {}
for name, rate in json.load(sys.stdin).items():
    try:
        found[name] = facts(timeline_in(read(os.path.join(sys.argv[1], name), rate)))
    except Exception as error:  # Each file is reported.
        found[name] = {"error": f"{type(error).__name__}: {error}"}
json.dump(found, sys.stdout)
