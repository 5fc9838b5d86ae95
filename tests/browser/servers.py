"""Real servers and a real browser, for tests and for pictures."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import rainbowkit_widgets

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]
STARTING = 90
"""So many seconds a server may take to answer."""
VOILA = [
    "--no-browser",
    "--Voila.ip=127.0.0.1",
    "--VoilaConfiguration.template=rainbowkit",
    "--VoilaConfiguration.show_tracebacks=False",
    "--VoilaConfiguration.extension_allowlist=@jupyter-widgets/jupyterlab-manager",
    "--VoilaConfiguration.extension_allowlist=anywidget",
    "--VoilaConfiguration.extension_allowlist=@voila-dashboards/widgets-manager8",
]
LAB = [
    "--no-browser",
    "--allow-root",
    "--ip=127.0.0.1",
    "--IdentityProvider.token=",
]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def notebook(path: Path, *cells: str) -> None:
    """Write a notebook of code cells."""
    found = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    found.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(found, path)


@contextmanager
def serving(app: str, folder: Path) -> Iterator[str]:
    """`voila` or `lab` serving this folder; gives its address."""
    port = free_port()
    config = folder / ".config" / "labconfig"
    config.mkdir(parents=True, exist_ok=True)
    announcements = {"@jupyterlab/apputils-extension:announcements": True}
    (config / "page_config.json").write_text(json.dumps({"disabledExtensions": announcements}))
    own = {
        "voila": [*VOILA, f"--port={port}", f"--Voila.root_dir={folder}"],
        "lab": [*LAB, f"--port={port}", f"--ServerApp.root_dir={folder}"],
    }[app]
    module = {"voila": "voila", "lab": "jupyterlab"}[app]
    env = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(folder / ".config"),
        "JUPYTER_PATH": str(Path(rainbowkit_widgets.__file__).parent / "share"),
    }
    with (folder / f"{app}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *own],
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=env,
            start_new_session=True,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        _await(address, process, folder / f"{app}.log")
        yield address
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _await(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + STARTING
    while process.poll() is None and time.monotonic() < end:
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.2)
    raise RuntimeError(f"The server does not answer:\n{log.read_text()[-3000:]}")


@contextmanager
def browsing() -> Iterator[Browser]:
    """A headless Chromium that finds no other host."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        raise RuntimeError("The browser tests need Chromium: on Debian, apt-get install chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Witness:
    """What a page should not have done: errors in its console, and requests to other hosts."""

    def __init__(self, page: Page, address: str) -> None:
        self.found: list[str] = []
        page.on("console", lambda message: message.type == "error" and self.found.append(message.text))
        page.on("pageerror", lambda error: self.found.append(str(error)))
        page.on("request", lambda request: self._asked(request.url, address))

    def _asked(self, url: str, address: str) -> None:
        if not url.startswith((address, address.replace("http", "ws"), "data:", "blob:")):
            self.found.append(f"asked for {url}")


def visit(
    context: BrowserContext | Browser, address: str, width: int = 1200, height: int = 1400
) -> tuple[Page, Witness]:
    """A page at this address, and what it did wrong."""
    page = (
        context.new_page(viewport={"width": width, "height": height})
        if isinstance(context, Browser)
        else context.new_page()
    )
    witness = Witness(page, address.split("/", 3)[0] + "//" + address.split("/", 3)[2])
    page.goto(address)
    return page, witness
