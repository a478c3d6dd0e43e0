import { parseTimestamp } from '../../base/time.ts';
import type { PublicReport } from '../../contract/shared-reports.ts';
import { element } from './element.ts';
import { createFindings } from './findings.ts';
import { createPlayer } from './player.ts';
import { position } from './position.ts';
import { language, t } from './text.ts';

/** The report: what it is of, the player, the findings. */
export function reportPage(report: PublicReport, renew: () => Promise<PublicReport>): HTMLElement {
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
  return element(
    'div',
    { class: 'report' },
    element(
      'header',
      { class: 'head' },
      element(
        'div',
        { class: 'titles' },
        element('p', { class: 'brand' }, `Reelscope · ${t('shared')}`),
        element('h1', { attributes: { dir: 'auto' } }, name),
        element('p', { class: 'facts' }, facts.join(' · ')),
      ),
      element(
        'button',
        { class: 'button print', attributes: { type: 'button' }, on: { click: () => print() } },
        t('print'),
      ),
    ),
    element(
      'div',
      { class: 'columns' },
      element(
        'div',
        { class: 'watch' },
        player ? player.root : element('p', { class: 'notice' }, t('noSource')),
        summary ? element('p', { class: 'summary', attributes: { dir: 'auto' } }, summary.content) : null,
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
