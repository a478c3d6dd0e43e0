"""From a key to a shared link with a client that was generated from the OpenAPI document.

    pip install openapi-python-client
    openapi-python-client generate --url http://127.0.0.1:8471/api/openapi.json
    pip install ./reelscope-client
    BASE=http://127.0.0.1:8471/api TOKEN=… python3 client.py video.mp4
"""

import json
import os
import sys
from datetime import datetime
from pathlib import Path

import httpx
from reelscope_client import AuthenticatedClient, Client
from reelscope_client.api.api_keys import create_api_key
from reelscope_client.api.chat import ask
from reelscope_client.api.processing import register_upload, start_processing
from reelscope_client.api.projects import create_project, delete_project
from reelscope_client.api.results import get_results
from reelscope_client.api.search import search
from reelscope_client.api.shared_reports import create_shared_report, get_shared_report
from reelscope_client.api.storage import create_upload_url
from reelscope_client.api.videos import delete_video, get_video, update_video
from reelscope_client.models import (
    AskRequest,
    CreateKeyRequest,
    CreateProjectRequest,
    CreateSharedReportRequest,
    ErrorBody,
    KeyScope,
    RegisterUploadRequest,
    SearchRequest,
    StartProcessingRequest,
    UpdateVideoRequest,
    UploadUrlRequest,
)

BASE = os.environ.get("BASE", "http://127.0.0.1:8471/api")


def ok(answer):
    """The answer; an error ends the program with the reason of the server."""
    if isinstance(answer, ErrorBody):
        sys.exit(f"{answer.error.code}: {answer.error.message}")
    return answer


def follow(client, job):
    """Yields the name and the data of each server-sent event until the job has ended."""
    with client.get_httpx_client().stream("GET", f"/processing/{job}/events", timeout=None) as response:
        name = None
        for line in response.iter_lines():
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                yield name, json.loads(line[6:])


def main(file):
    user = AuthenticatedClient(base_url=BASE, token=os.environ["TOKEN"])
    key = ok(create_api_key.sync(client=user, body=CreateKeyRequest(name="generated client", scope=KeyScope.WRITE)))
    print("key", key.raw_key[:13])
    # A key is the whole header, without a scheme.
    client = AuthenticatedClient(base_url=BASE, token=key.raw_key, prefix="")

    project = ok(create_project.sync(client=client, body=CreateProjectRequest(name="Walk-through")))
    place = ok(create_upload_url.sync(client=client, body=UploadUrlRequest(file_name="walk.mp4", content_type="video/mp4")))
    # The URL is presigned: send the bytes to it as it is, without a credential.
    with open(file, "rb") as source:
        headers = {"Content-Type": "video/mp4", "Content-Length": str(Path(file).stat().st_size)}
        httpx.put(place.upload_url, content=source, headers=headers, timeout=None).raise_for_status()
    registered = ok(
        register_upload.sync(client=client, body=RegisterUploadRequest(file_path=place.file_path, file_name="walk.mp4"))
    )
    job = registered.job_id
    print("job", job)

    video = ok(update_video.sync(job, client=client, body=UpdateVideoRequest(project_id=project.id)))
    # Timestamps are UTC without a zone designator.
    print("registered", datetime.fromisoformat(f"{video.created_at}+00:00").isoformat())

    modules = json.dumps(["scenes", "audioevents"])
    ok(start_processing.sync(job, client=client, body=StartProcessingRequest(selected_insights=modules)))
    for name, data in follow(client, job):
        print("event", name, data.get("progress", ""))

    results = ok(get_results.sync(job, client=client))
    for segment in results.segments:
        print(f"segment {segment.start_time:.3f}-{segment.end_time:.3f} {segment.module}: {segment.content}")

    for hit in ok(search.sync(client=client, body=SearchRequest(query="first shot", limit=3))):
        print(f"hit {hit.rank} {hit.content}")

    print("answer", ok(ask.sync(client=client, body=AskRequest(question="Which shots are there?", video_id=job))).answer)

    report = ok(create_shared_report.sync(client=client, body=CreateSharedReportRequest(video_id=job)))
    public = ok(get_shared_report.sync(report.share_hash, client=Client(base_url=BASE)))
    print("shared", public.share_hash, len(public.segments), "segments")

    ok(delete_video.sync(job, client=client))
    ok(delete_project.sync(project.id, client=client))
    print("deleted", get_video.sync(job, client=client).error.code)


if __name__ == "__main__":
    main(sys.argv[1])
