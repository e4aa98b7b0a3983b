"""Who may call: host names, other sites' pages, the key, and where we listen."""

from __future__ import annotations

import httpx
import pytest
from pydantic import SecretStr, ValidationError

from app.factory import create_app
from app.settings import Settings
from tests.app.conftest import Server
from tests.app.fakes import OneShelf, Talker


async def test_a_foreign_host_name_is_refused(server: Server) -> None:
    answer = await server.http.get("/books", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert (await server.http.get("/books", headers={"Host": "localhost:8321"})).status_code == 200


async def test_another_sites_page_cannot_write(server: Server) -> None:
    files = {"file": ("a.txt", b"x")}
    evil = await server.http.post("/books", files=files, headers={"Origin": "https://evil.example"})
    assert evil.status_code == 403
    own = await server.http.post("/books", files=files, headers={"Origin": "http://127.0.0.1:8321"})
    assert own.status_code == 202


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "example.org"])
def test_a_public_host_needs_a_key(host: str) -> None:
    with pytest.raises(ValidationError, match="BOOKFOLK_API_KEY"):
        Settings(host=host, _env_file=None)
    assert Settings(host=host, api_key=SecretStr("k"), _env_file=None).host == host


async def test_the_key_in_each_of_its_forms(settings: Settings) -> None:
    locked = settings.model_copy(update={"api_key": SecretStr("sesame")})
    app = create_app(locked, llm=Talker(), library=OneShelf())
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as http,
    ):
        for headers in (
            {},
            {"Authorization": "Bearer wrong"},
            {"Authorization": "Basic %%"},
            {"x-api-key": ""},
        ):
            refused = await http.get("/books", headers=headers)
            assert refused.status_code == 401
            assert refused.json()["error"]["code"] == "unauthorized"
        assert (await http.get("/books", headers={"Authorization": "Bearer sesame"})).status_code == 200
        assert (await http.get("/books", headers={"x-api-key": "sesame"})).status_code == 200
        assert (await http.get("/books", auth=("any", "sesame"))).status_code == 200
        assert (await http.get("/healthz")).status_code == 200
