import { defineText } from '../../../ui/lib/text.ts';

export const useSharingText = defineText('settings-sharing', {
  en: {
    about:
      'Colleagues on your network can open the reports that you share by a link, and watch their videos. Nothing else of Reelscope can be reached, and nothing is sent anywhere.',
    switch: 'Share on this network',
    'switch.hint': 'It ends when you turn it off, and when Reelscope ends.',
    keepOn: 'Keep on after a restart',
    'keepOn.hint': 'Else each start begins with sharing turned off.',
    state: 'State',
    'state.off': 'Off. Links work on this machine only.',
    'state.on': 'On. Colleagues reach this machine at:',
    'state.no_network': 'On, but without a network',
    'state.no_network.text': 'This machine has no address that others could reach. Connect it to a network.',
    'state.port_taken': 'Port {{port}} is taken',
    'state.port_taken.text': 'Another program uses it. Close that program, or choose another port.',
    'state.failed': 'Sharing could not be turned on',
    'state.failed.text': 'The system does not allow port {{port}}. Choose another one.',
    code: 'QR code of {{address}}',
    'code.text':
      'Scan it with a phone to try whether it reaches this machine: the answer that there is nothing at this address means that it does. Reports open by their own links and codes.',
    port: 'Port',
    'port.hint':
      'Links carry it, so links that you sent stop working when it changes. Empty: any free one, kept as long as it is free.',
    'port.bad': 'A number from 1 to 65535, or nothing',
    'port.save': 'Save',
    'port.saved': 'Saved',
    who: 'Who may open a link',
    'who.link': 'Whoever has the link, until it ends or you revoke it. Nobody needs an account.',
    'who.network': 'Only machines on the networks of this machine; the Internet is turned away.',
    'who.plain': 'The connection is not encrypted: turn it on in networks you trust.',
    'who.rate': 'At most 60 pages a minute for each machine. Watching is not limited.',
    forbidden: 'Only the person at this machine can change this',
    'forbidden.text':
      'Ask whoever runs Reelscope on it to turn sharing on. Links that you make can be opened as soon as it is.',
  },
  de: {
    about:
      'Kollegen in Ihrem Netz können die Berichte öffnen, deren Link Sie teilen, und deren Videos ansehen. Sonst ist nichts von Reelscope erreichbar, und nichts wird verschickt.',
    switch: 'In diesem Netz teilen',
    'switch.hint': 'Es endet, wenn Sie es ausschalten und wenn Reelscope endet.',
    keepOn: 'Nach einem Neustart eingeschaltet lassen',
    'keepOn.hint': 'Sonst beginnt jeder Start ohne Teilen.',
    state: 'Zustand',
    'state.off': 'Aus. Links gelten nur auf diesem Rechner.',
    'state.on': 'An. Kollegen erreichen diesen Rechner unter:',
    'state.no_network': 'An, aber ohne Netz',
    'state.no_network.text':
      'Dieser Rechner hat keine Adresse, die andere erreichen. Verbinden Sie ihn mit einem Netz.',
    'state.port_taken': 'Port {{port}} ist belegt',
    'state.port_taken.text': 'Ein anderes Programm benutzt ihn. Schließen Sie es, oder wählen Sie einen anderen Port.',
    'state.failed': 'Teilen ließ sich nicht einschalten',
    'state.failed.text': 'Das System erlaubt Port {{port}} nicht. Wählen Sie einen anderen.',
    code: 'QR-Code von {{address}}',
    'code.text':
      'Scannen Sie ihn mit einem Telefon, um zu sehen, ob es diesen Rechner erreicht: Die Antwort, dass hier nichts ist, heißt ja. Berichte öffnen sich durch ihre eigenen Links und Codes.',
    port: 'Port',
    'port.hint':
      'Links nennen ihn; verschickte Links gelten nicht mehr, wenn er sich ändert. Leer: irgendein freier, der bleibt, solange er frei ist.',
    'port.bad': 'Eine Zahl von 1 bis 65535 oder nichts',
    'port.save': 'Sichern',
    'port.saved': 'Gesichert',
    who: 'Wer einen Link öffnen kann',
    'who.link': 'Wer den Link hat, bis er endet oder Sie ihn zurücknehmen. Ein Konto ist nicht nötig.',
    'who.network': 'Nur Rechner in den Netzen dieses Rechners; das Internet wird abgewiesen.',
    'who.plain': 'Die Verbindung ist nicht verschlüsselt: Schalten Sie es in Netzen ein, denen Sie vertrauen.',
    'who.rate': 'Höchstens 60 Seiten in der Minute für jeden Rechner. Ansehen ist nicht begrenzt.',
    forbidden: 'Nur wer an diesem Rechner sitzt, kann das ändern',
    'forbidden.text':
      'Bitten Sie die Person, die Reelscope darauf betreibt, das Teilen einzuschalten. Ihre Links lassen sich öffnen, sobald es an ist.',
  },
});
