const en = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  help: 'Help',
  settings: 'Settings…',
  about: 'About Reelscope',
  importFiles: 'Import…',
  recent: 'Open Recent',
  noRecent: 'No recent files',
  clearRecent: 'Clear Menu',
  library: 'Library',
  search: 'Search',
  jobs: 'Processing',
  showLogs: 'Show Logs',
  diagnostics: 'Save Diagnostics…',
  updates: 'Check for Updates…',
  open: 'Open Reelscope',
  quit: 'Quit',
  stay: 'Keep working',
  ok: 'OK',
  reload: 'Load again',
  wait: 'Wait',
  idle: 'Nothing is being analysed',
  quitTitle: 'Quit while videos are being analysed?',
  quitDetail: (jobs: number) =>
    `${jobs === 1 ? 'One analysis goes' : `${jobs} analyses go`} on at the next start, where it stopped.`,
  analysing: (percent: number, waiting: number) =>
    `Analysing: ${percent} %${waiting > 0 ? `, ${waiting} waiting` : ''}`,
  completed: 'Analysed. Click to see what was found.',
  failed: 'The analysis failed.',
  restarted: 'The analysis stopped unexpectedly and starts again by itself.',
  crashTitle: 'The window stopped unexpectedly and was loaded again.',
  crashDetail: 'Analyses were not affected.',
  crashAgain: 'The window keeps stopping.',
  crashAgainDetail:
    'Load it again, or quit. “Save Diagnostics…” in the Help menu collects what helps to find the cause.',
  hangTitle: 'The window does not answer.',
  hangDetail: 'You can wait, or load it again. Analyses go on either way.',
  keyringTitle: 'This system keeps no secrets for programs.',
  keyringDetail:
    'Reelscope’s keys are in a file that only your account may read, instead of a system keyring. On Linux, install and unlock a keyring such as GNOME Keyring or KWallet, then restart.',
  ownedTitle: 'Reelscope already runs on this library, without a window.',
  ownedDetail: 'You can open this window on it. It stops working when that server stops.',
  ownedUse: 'Open the window',
  importFailed: 'could not be imported.',
  importFilter: 'Video and sound',
  updatesTitle: 'No update service is set up.',
  updatesDetail: (version: string) =>
    `This is version ${version}. Reelscope asks no server about newer ones, so it never connects by itself; install a newer version over this one.`,
  startFailed: 'Reelscope could not start.',
};

/** The words of what lies outside of the pages: menus, dialogs, notifications. */
export type MainText = typeof en;

const de: MainText = {
  file: 'Datei',
  edit: 'Bearbeiten',
  view: 'Darstellung',
  window: 'Fenster',
  help: 'Hilfe',
  settings: 'Einstellungen …',
  about: 'Über Reelscope',
  importFiles: 'Importieren …',
  recent: 'Zuletzt geöffnet',
  noRecent: 'Keine Dateien',
  clearRecent: 'Liste leeren',
  library: 'Mediathek',
  search: 'Suche',
  jobs: 'Verarbeitung',
  showLogs: 'Protokolle zeigen',
  diagnostics: 'Diagnose sichern …',
  updates: 'Nach Updates suchen …',
  open: 'Reelscope öffnen',
  quit: 'Beenden',
  stay: 'Weiterarbeiten',
  ok: 'OK',
  reload: 'Neu laden',
  wait: 'Warten',
  idle: 'Nichts wird analysiert',
  quitTitle: 'Beenden, während Videos analysiert werden?',
  quitDetail: (jobs) =>
    `${jobs === 1 ? 'Eine Analyse läuft' : `${jobs} Analysen laufen`} beim nächsten Start dort weiter, wo sie aufgehört haben.`,
  analysing: (percent, waiting) => `Analyse: ${percent} %${waiting > 0 ? `, ${waiting} warten` : ''}`,
  completed: 'Analysiert. Klicken, um das Ergebnis zu sehen.',
  failed: 'Die Analyse ist fehlgeschlagen.',
  restarted: 'Die Analyse brach unerwartet ab und beginnt von selbst neu.',
  crashTitle: 'Das Fenster brach unerwartet ab und wurde neu geladen.',
  crashDetail: 'Analysen waren nicht betroffen.',
  crashAgain: 'Das Fenster bricht immer wieder ab.',
  crashAgainDetail:
    'Neu laden oder beenden. „Diagnose sichern …“ im Menü Hilfe sammelt, was bei der Suche nach der Ursache hilft.',
  hangTitle: 'Das Fenster antwortet nicht.',
  hangDetail: 'Warten oder neu laden; Analysen laufen in beiden Fällen weiter.',
  keyringTitle: 'Dieses System bewahrt keine Geheimnisse für Programme auf.',
  keyringDetail:
    'Die Schlüssel von Reelscope liegen statt in einem Schlüsselbund in einer Datei, die nur Ihr Konto lesen darf. Unter Linux einen Schlüsselbund wie GNOME Keyring oder KWallet einrichten und entsperren, dann neu starten.',
  ownedTitle: 'Reelscope läuft mit dieser Mediathek bereits, ohne Fenster.',
  ownedDetail: 'Dieses Fenster kann sich damit verbinden. Es endet, wenn jener Server endet.',
  ownedUse: 'Fenster öffnen',
  importFailed: 'konnte nicht importiert werden.',
  importFilter: 'Video und Ton',
  updatesTitle: 'Es ist kein Update-Dienst eingerichtet.',
  updatesDetail: (version) =>
    `Dies ist Version ${version}. Reelscope fragt keinen Server nach neueren und verbindet sich nie von selbst; eine neuere Version wird über diese installiert.`,
  startFailed: 'Reelscope konnte nicht starten.',
};

/** @param locale of the system, such as de-AT */
export function mainText(locale: string): MainText {
  return locale.toLowerCase().startsWith('de') ? de : en;
}
