"""Hooks of Schemathesis: formats that it does not know, and conditions that JSON Schema has no keyword for."""

import tempfile

import schemathesis
from hypothesis import strategies as st
from schemathesis.core import NOT_SET

URL = "http://localhost:9"
JOB = "01890a5d-ac96-774b-bcce-b302099a8057"
FOLDER = tempfile.mkdtemp()

schemathesis.openapi.format("json", st.sampled_from(["{}", "null", '{"a":[1,"\\u00e9"]}']))
schemathesis.openapi.format("cursor", st.just(""))

# Values of fields that only some texts are valid for.
VALUES = {
    **{"url": URL, "ollama_url": URL, "models_url": URL, "avatar_url": URL},
    **{"timezone": "Europe/Berlin", "expires_at": "2999-01-01T00:00:00Z", "quote": "We ship on Friday."},
    "sequence_start": "01:00:00:00",
}
# The action selects one of the bodies.
ENTERPRISE = {
    "createProject": {"name": "a", "description": None},
    "registerUpload": {"name": "a", "selected_insights": None, "initial_prompt": None, "project_id": None},
    "process": {"job_id": JOB, "selected_insights": None},
    "getStatus": {"job_id": JOB},
    "getResults": {"job_id": JOB, "modules": None},
    "askAgent": {"job_id": JOB, "query": "a", "modules": None},
}


# Paths of operations that take a file, where others take a folder.
FILES = {"importLocalFile", "importBundle", "inspectBundle", "relinkVideo"}
# Within each video, and before the end of each range that is stored: a PATCH may set the start alone.
LATEST_START = 0.5


def repair(value):
    """Sets such values, and makes the end of each range a second after its start, within the video."""
    if isinstance(value, list):
        for item in value:
            repair(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            if isinstance(item, str) and name in VALUES:
                value[name] = VALUES[name]
            if isinstance(item, list) and name == "ollama_more_urls":
                value[name] = [URL for _ in item]
            # Numbers of tracks that the file has.
            if name in ("audio_tracks", "video_track"):
                value[name] = None
            repair(item)
        # Regions end within the frame.
        for first, size in (("x", "width"), ("y", "height")):
            if isinstance(value.get(first), (int, float)) and isinstance(value.get(size), (int, float)):
                value[first] = min(value[first], 1 - value[size])
        for first, last in (("start_time", "end_time"), ("start", "end"), ("min_duration", "max_duration")):
            if value.get(first) is not None or value.get(last) is not None:
                value[first] = min(float(value.get(first) or 0), LATEST_START)
            if value.get(last) is not None:
                value[last] = value[first] + 1


def is_empty(value):
    """Whether a query parameter is sent without a value. Of an object, its names are sent."""
    if isinstance(value, dict):
        return all(is_empty(name) for name in value)
    if isinstance(value, list):
        return all(is_empty(each) for each in value)
    return value in (None, "")


def set_body(case, fields):
    """Sets fields of the body, also if there was none."""
    body = case.body if isinstance(case.body, dict) else {}
    case.body, case.media_type = {**body, **fields}, "application/json"


def repair_blur(query, faces, people):
    """Makes two parameters agree: all faces need no people, and others need some."""
    if query.get(faces) in (None, "all"):
        query.pop(people, None)
    elif not query.get(people):
        query[people] = "1"


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def filter_case(context, case):
    """A query parameter without a value counts as absent, so it is never invalid."""
    return is_positive(case) or not any(is_empty(value) for value in (case.query or {}).values())


@schemathesis.hook
def before_call(context, case, kwargs):
    """Repairs requests that are valid by the schemas, but not by what they can't state. Invalid ones stay as they are."""
    if not is_positive(case):
        return
    query = case.query or {}
    # From the page before.
    query.pop("cursor", None)
    name = case.operation.definition.raw.get("operationId")
    repair(query)
    repair(case.body)
    if name == "exportStory":
        if query.get("format") not in ("mp4", "zip"):
            query.pop("blur", None)
        repair_blur(query, "blur", "blur_people")
    if name == "checkVideoBlur":
        repair_blur(query, "faces", "person_ids")
    # One image, the body or that of one parameter, and all parts of a region or none.
    if name == "searchVisually":
        for part in ("from_job_id", "x", "y", "width", "height"):
            query.pop(part, None)
        # An empty file is no image.
        if query.get("segment_id") or case.body is NOT_SET or not getattr(case.body, "data", case.body):
            case.body, case.query = NOT_SET, {**query, "segment_id": query.get("segment_id") or "1"}
    if name == "runEnterpriseAction":
        set_body(case, ENTERPRISE.get(query.get("action"), {}))
    # In the query or in the body.
    if name == "deleteSourceFile" and not query.get("file_path"):
        set_body(case, {"file_path": "users/1/none.mp4"})
    if isinstance(case.body, dict):
        if isinstance(case.body.get("path"), str):
            case.body["path"] = f"{FOLDER}/none" if name in FILES else FOLDER
        if name == "createBackup" and case.body.get("media"):
            case.body["path"] = FOLDER
        # The frame can always be examined; a region, and some videos, have no sound.
        if name in ("startCloserLook", "estimateCloserLook") and case.body.get("modules"):
            case.body["modules"].append("ocr")
