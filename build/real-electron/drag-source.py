"""Shows a window of GTK from which a file can be dragged, as from a file manager: drag-source.py PATH"""

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

file = Path(sys.argv[1]).as_uri()
window = Gtk.Window(title="drag-source", default_width=200, default_height=200)
window.set_keep_above(True)
handle = Gtk.EventBox()
handle.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
handle.drag_source_add_uri_targets()
handle.connect("drag-data-get", lambda _widget, _context, data, _info, _time: data.set_uris([file]))
window.add(handle)
window.show_all()
window.move(0, 0)
Gtk.main()
