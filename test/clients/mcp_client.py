"""An agent by the MCP SDK for Python: reads all that is listed, and calls each tool that only reads.

Arguments: address of the endpoint, API key, ID of a video. The SDK validates each result by the schema of its tool.
Prints a JSON object: protocol, tools that were called, the errors of these, and numbers of resources and prompts.
"""

import asyncio
import json
import sys

import httpx2
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client

ADDRESS, KEY, JOB = sys.argv[1:]
# Values of required arguments by their names.
VALUES = {
    **{"job_id": JOB, "job_ids": [JOB], "query": "bridge", "question": "Where is a bridge?", "text": "“A bridge over a river”"},
    **{"module": "ocr", "start_time": 1, "end_time": 2, "time": 1},
}
# Arguments of which a tool requires one or another.
CHOSEN = {"cite": {"job_id": JOB, "start_time": 4}}


async def main():
    headers = {"Authorization": f"Bearer {KEY}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        streamable_http_client(ADDRESS, http_client=http) as (reading, writing, *_),
        ClientSession(reading, writing) as session,
    ):
        started = await session.initialize()
        tools = [tool for tool in (await session.list_tools()).tools if tool.annotations.read_only_hint]
        errors = {}
        for tool in tools:
            required = {name: VALUES[name] for name in tool.input_schema.get("required", [])}
            result = await session.call_tool(tool.name, {**required, **CHOSEN.get(tool.name, {})})
            if result.is_error:
                errors[tool.name] = result.content[0].text
        resources = (await session.list_resources()).resources
        contents = [(await session.read_resource(str(resource.uri))).contents for resource in resources]
        prompts = (await session.list_prompts()).prompts
        report = {"protocol": started.protocol_version, "tools": [tool.name for tool in tools], "errors": errors}
        print(json.dumps({**report, "resources": len(contents), "prompts": len(prompts)}))


asyncio.run(main())
