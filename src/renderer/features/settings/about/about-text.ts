import { defineText } from '../../../ui/lib/text.ts';

export const useAboutText = defineText('settings-about', {
  en: {
    about: 'Reelscope watches videos for you. Everything happens on this machine.',
    version: 'Version',
    host: 'Runs as',
    'host.electron': 'Desktop application',
    'host.headless': 'Server without a window',
    system: 'System',
    runsOn: 'Built on',
    secrets: 'Keys of this installation',
    'secrets.keyring': 'In the keyring of the system',
    'secrets.file': 'In a file that only your account may read',
    updates: 'Updates',
    'updates.text':
      'No update service is set up: Reelscope asks no server about newer versions. Install a newer version over this one; your library stays.',
    notifications: 'Notifications of the system',
    'notifications.hint':
      'When a video is analysed or an analysis failed. That an analysis crashed and starts again is always told.',
    help: 'When something goes wrong',
    'help.text':
      'Diagnostics are one file with versions, engines and what was logged: no names of files, no texts, no addresses, no keys. Nothing is sent; you decide who gets it.',
    'help.save': 'Save diagnostics',
    'help.logs': 'Show logs',
    licences: 'Licences',
    'licences.text':
      'Reelscope is free software under the GPL, version 3 or later. It contains the work of many others, under licences of their own.',
    'licences.show': 'Show all licences',
    'licences.title': 'Licences of what is inside',
    'licences.find': 'Find a package',
    'licences.none': 'There is no package of this name.',
    'licences.count_one': '{{count}} package',
    'licences.count_other': '{{count}} packages',
  },
  de: {
    about: 'Reelscope schaut Videos für Sie an. Alles geschieht auf diesem Rechner.',
    version: 'Version',
    host: 'Läuft als',
    'host.electron': 'Desktop-Anwendung',
    'host.headless': 'Server ohne Fenster',
    system: 'System',
    runsOn: 'Gebaut auf',
    secrets: 'Schlüssel dieser Installation',
    'secrets.keyring': 'Im Schlüsselbund des Systems',
    'secrets.file': 'In einer Datei, die nur Ihr Konto lesen darf',
    updates: 'Updates',
    'updates.text':
      'Es ist kein Update-Dienst eingerichtet: Reelscope fragt keinen Server nach neueren Versionen. Installieren Sie eine neuere über diese; Ihre Mediathek bleibt.',
    notifications: 'Mitteilungen des Systems',
    'notifications.hint':
      'Wenn ein Video analysiert ist oder eine Analyse fehlschlug. Dass eine Analyse abbrach und neu beginnt, wird immer gesagt.',
    help: 'Wenn etwas nicht geht',
    'help.text':
      'Die Diagnose ist eine Datei mit Versionen, Engines und Protokollen: keine Dateinamen, keine Texte, keine Adressen, keine Schlüssel. Nichts wird verschickt; Sie entscheiden, wer sie bekommt.',
    'help.save': 'Diagnose sichern',
    'help.logs': 'Protokolle zeigen',
    licences: 'Lizenzen',
    'licences.text':
      'Reelscope ist freie Software unter der GPL, Version 3 oder neuer. Es enthält die Arbeit vieler anderer unter deren eigenen Lizenzen.',
    'licences.show': 'Alle Lizenzen zeigen',
    'licences.title': 'Lizenzen des Enthaltenen',
    'licences.find': 'Paket suchen',
    'licences.none': 'Es gibt kein Paket dieses Namens.',
    'licences.count_one': '{{count}} Paket',
    'licences.count_other': '{{count}} Pakete',
  },
});
