"""Settings: from the environment (BOOKFOLK_*), a .env file, or settings.json in the data folder.

Nothing else reads the environment. The first that names a setting wins.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import platformdirs
from pydantic import Field, SecretStr, model_validator
from pydantic_settings import (
    BaseSettings,
    JsonConfigSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

_CHOSEN = "settings.json"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def _data_dir() -> Path:
    return Path(platformdirs.user_data_dir("bookfolk", appauthor=False))


class Settings(BaseSettings):
    """How this installation runs. Each field is BOOKFOLK_<NAME> in the environment.

    Raises:
        pydantic.ValidationError: a value cannot be used, among them a public host without a key.
    """

    model_config = SettingsConfigDict(env_prefix="BOOKFOLK_", env_file=".env", extra="ignore")

    data: Path = Field(default_factory=_data_dir)
    database_url: str = ""  # default: SQLite in `data`
    host: str = "127.0.0.1"
    port: int = Field(default=8321, ge=0, le=65535)
    allowed_hosts: tuple[str, ...] = ()  # names besides the loopback ones under which we are reached
    api_key: SecretStr | None = None  # callers must then send it
    model: str = "default"  # a name of the catalog, a GGUF path, or the endpoint's model
    model_url: str = ""  # an OpenAI-compatible endpoint; empty: the embedded server
    model_key: SecretStr | None = None
    model_slots: int = Field(default=4, ge=1, le=64)  # replies that the embedded model makes at once
    model_context: int = Field(default=6144, ge=1024)  # tokens of prompt and reply together, in each slot
    model_adapters: tuple[Path, ...] = ()  # LoRA adapters (GGUF) that the embedded model wears
    embedder: str = "default"
    ui: bool = True
    max_upload_mb: int = Field(default=50, ge=1)
    max_message_chars: int = Field(default=8_000, ge=1)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What was chosen with a command (`bookfolk models use`) lies in the data folder, and comes last."""
        first = (init_settings, env_settings, dotenv_settings)
        data = next((d for source in first if (d := source().get("data"))), _data_dir())
        return (*first, JsonConfigSettingsSource(settings_cls, json_file=Path(data) / _CHOSEN))

    @model_validator(mode="after")
    def _closed_by_default(self) -> Settings:
        if self.host not in LOOPBACK and self.api_key is None:
            raise ValueError(
                f"will not listen on {self.host} for everyone: set BOOKFOLK_API_KEY to a long random string "
                "that callers must send, or keep BOOKFOLK_HOST=127.0.0.1"
            )
        return self

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it (an async driver)."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data / 'bookfolk.db'}"

    @property
    def address(self) -> str:
        """Where this machine reaches the server."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    @property
    def key(self) -> str | None:
        return self.api_key.get_secret_value() if self.api_key else None

    @property
    def hosts(self) -> tuple[str, ...]:
        """Host headers that we answer to (DNS rebinding: any other name is refused)."""
        own = () if self.host in (*LOOPBACK, "0.0.0.0", "::") else (self.host,)
        return (*LOOPBACK, "[::1]", *own, *self.allowed_hosts)


def choose(data: Path, **values: Any) -> None:
    """Keep settings in the data folder, for every later start; None forgets one."""
    file = data / _CHOSEN
    data.mkdir(parents=True, exist_ok=True)
    chosen = json.loads(file.read_text()) if file.exists() else {}
    chosen = {name: v for name, v in (chosen | values).items() if v is not None}
    draft = file.with_suffix(".new")
    draft.write_text(json.dumps(chosen, indent=2, ensure_ascii=False))
    draft.replace(file)
