import { formatLasting } from '../../base/time.ts';
import type { PublicReport } from '../../contract/shared-reports.ts';
import { talkTimes } from '../../contract/transcript/talk-time.ts';
import { dateOf } from './date.ts';
import { createElement } from './element.ts';
import { createFindings } from './findings.ts';
import { createHeader } from './header.ts';
import { createChapters, createFrames, createPrintedTranscript } from './overview.ts';
import { createPlayer } from './player.ts';
import { position } from './position.ts';
import { language, t } from './text.ts';

/** Creates the report page: header, player, and findings. */
export function createReportPage(report: PublicReport, renew: () => Promise<PublicReport>): HTMLElement {
  const { name, description, duration } = report.video;
  document.title = `${name} · Reelscope`;
  const player = createPlayer(report, (seconds) => findings.showTime(seconds), renew);
  const findings = createFindings(report, player?.seek ?? null);
  const summary = report.segments.find((segment) => segment.module === 'summary');
  const speakers = talkTimes(report.segments);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const shares = speakers.map(
    ({ name: who, seconds, share }) => `${who} ${formatLasting(seconds, language)} (${percent.format(share)})`,
  );
  const speakersLine = `${t('speakers')}: ${shares.join(' · ')}`;
  const at = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash)?.[1];
  if (player && at !== undefined) player.seek(Number(at));

  const facts = [
    t('length', { value: position(duration) }),
    t('made', { value: dateOf(report.created_at) }),
    report.expires_at === null ? null : t('until', { value: dateOf(report.expires_at) }),
  ];
  return createElement(
    'div',
    { class: 'report' },
    createHeader(t('shared'), name, facts),
    createElement(
      'div',
      { class: 'columns' },
      createElement(
        'div',
        { class: 'watch' },
        player ? player.root : createElement('p', { class: 'notice' }, t('noSource')),
        description
          ? createElement('p', { class: 'summary description', attributes: { dir: 'auto' } }, description)
          : null,
        summary ? createElement('p', { class: 'summary', attributes: { dir: 'auto' } }, summary.content) : null,
        speakers.length > 0
          ? createElement('p', { class: 'summary', attributes: { dir: 'auto' } }, speakersLine)
          : null,
        createFrames(report, player?.seek ?? null),
        createChapters(report, player?.seek ?? null),
        createPrintedTranscript(report),
      ),
      findings.root,
    ),
  );
}
