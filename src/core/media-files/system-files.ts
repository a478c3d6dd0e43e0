import { words } from '../../base/words.ts';

/*
 * Names of folders and files that systems and storage devices keep beside a user's files: what was deleted, earlier
 * states, thumbnails, and metadata. Nothing in them is footage, or it is a copy. Compared in any letter case.
 */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set(
  [
    // Synology and QNAP.
    ...words('@eaDir #recycle #snapshot @Recycle @Recently-Snapshot @tmp @__thumb .@__thumb .@upload_cache'),
    // Windows.
    ...words('$RECYCLE.BIN RECYCLER RECYCLED $Extend'),
    'System Volume Information',
    // Linux, ZFS, NetApp, and Btrfs.
    ...words('lost+found .Trash .zfs .snapshot .snapshots ~snapshot'),
    // macOS.
    ...words('.Trashes .Spotlight-V100 .fseventsd .DocumentRevisions-V100 .TemporaryItems .MobileBackups __MACOSX'),
    ...words('.AppleDouble .AppleDB .AppleDesktop'),
    'Network Trash Folder',
    'Temporary Items',
    // Programs that synchronize folders or show thumbnails.
    ...words('.stversions .dropbox.cache .tmp.drivedownload .tmp.driveupload .dtrash .thumbnails'),
  ].map((name) => name.toLowerCase()),
);

/** Trash of one user on Linux (freedesktop.org), and what the check of a disk saved on Windows. */
const NUMBERED_FOLDER = /^(\.trash-\d+|found\.\d{3})$/;

const SYSTEM_FILES: ReadonlySet<string> = new Set(
  [...words('Thumbs.db ehthumbs.db ehthumbs_vista.db desktop.ini .DS_Store'), 'Icon\r'].map((name) =>
    name.toLowerCase(),
  ),
);

/** AppleDouble, the metadata of a file of the same name; and Synology's streams of one. */
const FILE_METADATA = /^\._|@syno(eastream|resource)$/;

/** Whether a folder belongs to a system rather than to its user, by its name. */
export function isSystemFolder(name: string): boolean {
  const folded = name.toLowerCase();
  return SYSTEM_FOLDERS.has(folded) || NUMBERED_FOLDER.test(folded);
}

/** Whether a file belongs to a system rather than to its user, by its name. */
export function isSystemFile(name: string): boolean {
  const folded = name.toLowerCase();
  return SYSTEM_FILES.has(folded) || FILE_METADATA.test(folded);
}
