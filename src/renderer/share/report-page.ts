import { parseTimestamp } from '../../base/time.ts';
import type { PublicReport } from '../../contract/shared-reports.ts';
import { createElement } from './element.ts';
import { createFindings } from './findings.ts';
import { createPlayer } from './player.ts';
import { position } from './position.ts';
import { language, t } from './text.ts';

/** Creates the report page: header, player, and findings. */
export function createReportPage(report: PublicReport, renew: () => Promise<PublicReport>): HTMLElement {
  const { name, duration } = report.video;
  document.title = `${name} · Reelscope`;
  const player = createPlayer(report, (seconds) => findings.showTime(seconds), renew);
  const findings = createFindings(report, player?.seek ?? null);
  const summary = report.segments.find((segment) => segment.module === 'summary');
  const at = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash)?.[1];
  if (player && at !== undefined) player.seek(Number(at));

  const facts = [
    t('length', { value: position(duration) }),
    t('made', { value: dateOf(report.created_at) }),
    report.expires_at === null ? null : t('until', { value: dateOf(report.expires_at) }),
  ].filter((fact) => fact !== null);
  return createElement(
    'div',
    { class: 'report' },
    createElement(
      'header',
      { class: 'head' },
      createElement(
        'div',
        { class: 'titles' },
        createElement('p', { class: 'brand' }, `Reelscope · ${t('shared')}`),
        createElement('h1', { attributes: { dir: 'auto' } }, name),
        createElement('p', { class: 'facts' }, facts.join(' · ')),
      ),
      createElement(
        'button',
        { class: 'button print', attributes: { type: 'button' }, on: { click: () => print() } },
        t('print'),
      ),
    ),
    createElement(
      'div',
      { class: 'columns' },
      createElement(
        'div',
        { class: 'watch' },
        player ? player.root : createElement('p', { class: 'notice' }, t('noSource')),
        summary ? createElement('p', { class: 'summary', attributes: { dir: 'auto' } }, summary.content) : null,
      ),
      findings.root,
    ),
  );
}

function dateOf(timestamp: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
    parseTimestamp(timestamp) ?? 0,
  );
}
