import { formatLasting } from '../../base/time.ts';
import type { PublicReport } from '../../contract/sharing/shared-reports.ts';
import { speakerText } from '../../core/transcript/speaker-text.ts';
import { talkTimes } from '../../core/transcript/talk-time.ts';
import { createComments } from './comments.ts';
import type { CommentsClient } from './comments-client.ts';
import { dateOf } from './date.ts';
import { createElement } from './element.ts';
import { createFindings } from './findings.ts';
import { createHeader } from './header.ts';
import { createChapters, createMoments, createShots } from './overview.ts';
import { createPlayer } from './player.ts';
import { language, t } from './text.ts';
import { createTranscript } from './transcript.ts';

/**
 * Creates the report page: player, summary, moments, and chapters; beside them transcript, shots, and all findings,
 * folded.
 * @param comments null if the link takes none
 */
export function createReportPage(
  report: PublicReport,
  renew: () => Promise<PublicReport>,
  comments: CommentsClient | null,
): HTMLElement {
  const { name, description, duration } = report.video;
  document.title = `${name} · Reelscope`;
  const player = createPlayer(report, showTime, renew);
  const seek = player?.seek ?? null;
  const findings = createFindings(report, seek);
  const transcript = createTranscript(report, seek);
  function showTime(seconds: number): void {
    findings.showTime(seconds);
    transcript?.showTime(seconds);
  }
  const summary = report.segments.find((segment) => segment.module === 'summary');
  const speakers = talkTimes(report.segments);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const shares = speakers.map(
    ({ name: who, seconds, share }) =>
      `${speakerText(who, language)} ${formatLasting(seconds, language)} (${percent.format(share)})`,
  );
  const speakersLine = `${t('speakers')}: ${shares.join(' · ')}`;
  const at = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash)?.[1];
  if (player && at !== undefined) player.seek(Number(at));

  const facts = [
    t('length', { value: formatLasting(duration, language) }),
    t('made', { value: dateOf(report.created_at) }),
    report.expires_at === null ? null : t('until', { value: dateOf(report.expires_at) }),
  ];
  const paragraph = (text: string, name = 'summary') =>
    createElement('p', { class: name, attributes: { dir: 'auto' } }, text);
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
        description ? paragraph(description, 'summary description') : null,
        report.outdated_modules.length > 0 ? createElement('p', { class: 'notice outdated' }, t('outdated')) : null,
        summary ? paragraph(summary.content) : null,
        speakers.length > 0 ? paragraph(speakersLine) : null,
        comments &&
          createComments(
            comments,
            [{ itemId: null, label: name, start: 0, end: duration || Number.POSITIVE_INFINITY }],
            seek && ((_, seconds) => seek(seconds)),
            () => player && { index: 0, seconds: player.now() },
          ),
        createMoments(report, seek),
        createChapters(report, seek),
      ),
      createElement(
        'div',
        { class: 'read' },
        transcript?.root ?? null,
        createShots(report, seek),
        report.segments.length > 0 ? findings.root : createElement('p', { class: 'none' }, t('empty')),
      ),
    ),
  );
}
