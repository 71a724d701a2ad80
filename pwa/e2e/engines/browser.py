"""A window of WebKitGTK the size of a phone that WebKitWebDriver steers. Unlike the MiniBrowser of the
Debian package it keeps a profile on disk, as every browser of a person does."""

import argparse
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("profile")
parser.add_argument("--dark", action="store_true")
parser.add_argument("--room", type=int, help="bytes that a site may store")
wanted = parser.parse_args()

storage = {}
if wanted.room:
    disk = os.statvfs(wanted.profile)
    storage["origin_storage_ratio"] = wanted.room / (disk.f_blocks * disk.f_frsize)
Gtk.Settings.get_default().props.gtk_application_prefer_dark_theme = wanted.dark
manager = WebKit2.WebsiteDataManager(
    base_data_directory=f"{wanted.profile}/data",
    base_cache_directory=f"{wanted.profile}/cache",
    **storage,
)
context = WebKit2.WebContext(website_data_manager=manager)
context.set_preferred_languages(["en-US"])
cookies = context.get_cookie_manager()
cookies.set_persistent_storage(
    f"{wanted.profile}/cookies.db", WebKit2.CookiePersistentStorage.SQLITE
)


def show(session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_page_cache(True)
    window = Gtk.Window(default_width=390, default_height=844)
    window.add(view)
    window.show_all()
    return view


def begin(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("phone")
    session.set_application_info(info)
    session.connect("create-web-view", show)
    session.connect("will-close", lambda _: Gtk.main_quit())


context.connect("automation-started", begin)
context.set_automation_allowed(True)
Gtk.main()
