"""From a key to a shared link, with nothing but the standard library.

    BASE=http://127.0.0.1:8471/api TOKEN=… python3 walkthrough.py video.mp4
"""

import json
import os
import sys
import urllib.request
from datetime import datetime

BASE = os.environ.get("BASE", "http://127.0.0.1:8471/api")


def call(method, path, authorization=None, body=None):
    """Calls the API and returns the parsed answer; an error ends the program with what the server said."""
    request = urllib.request.Request(BASE + path, method=method)
    if authorization:
        request.add_header("Authorization", authorization)
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path}: {error.code} {error.read().decode()}")


def upload(url, file):
    """Sends a file piece by piece, so that its size does not matter."""
    with open(file, "rb") as source:
        headers = {"Content-Type": "video/mp4", "Content-Length": str(os.path.getsize(file))}
        request = urllib.request.Request(url, method="PUT", data=source, headers=headers)
        with urllib.request.urlopen(request) as response:
            return json.load(response)


def follow(job, key):
    """Yields the name and the data of each server-sent event until the job has ended."""
    request = urllib.request.Request(f"{BASE}/processing/{job}/events", headers={"Authorization": key})
    with urllib.request.urlopen(request) as response:
        name = None
        for line in response:
            text = line.decode().rstrip("\n")
            if text.startswith("event: "):
                name = text[7:]
            elif text.startswith("data: "):
                yield name, json.loads(text[6:])


def main(file):
    key = call("POST", "/keys", f"Bearer {os.environ['TOKEN']}", {"name": "walk-through"})["raw_key"]
    print("key", key[:13])

    place = call("POST", "/storage/upload-url", key, {"file_name": "walk.mp4", "content_type": "video/mp4"})
    upload(place["upload_url"], file)
    job = call("POST", "/processing/register-upload", key, {"file_path": place["file_path"], "file_name": "walk.mp4"})["job_id"]
    print("job", job)

    # Timestamps are UTC without a zone designator.
    created = call("GET", f"/videos/{job}", key)["created_at"]
    print("registered", datetime.fromisoformat(f"{created}+00:00").isoformat())

    call("POST", f"/processing/{job}/start", key, {"selected_insights": json.dumps(["scenes", "audioevents"])})
    for name, data in follow(job, key):
        print("event", name, data.get("progress", ""))

    results = call("GET", f"/results/job/{job}", key)
    for segment in results["segments"]:
        print(f"segment {segment['start_time']:.3f}-{segment['end_time']:.3f} {segment['module']}: {segment['content']}")

    for hit in call("POST", "/search", key, {"query": "first shot", "limit": 3}):
        print(f"hit {hit['similarity']:.2f} {hit['content']}")

    print("answer", call("POST", "/chat/ask", key, {"question": "Which shots are there?", "video_id": job})["answer"])

    report = call("POST", "/shared-reports", key, {"video_id": job})
    public = call("GET", f"/shared-reports/{report['share_hash']}")
    print("shared", public["share_hash"], len(public["segments"]), "segments")


if __name__ == "__main__":
    main(sys.argv[1])
