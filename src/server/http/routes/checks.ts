import { OpenAPIHono } from '@hono/zod-openapi';
import { CheckedText, CheckTextRequest, FactSheetRequest } from '../../../contract/evidence/checks.ts';
import type { AppEnv } from '../context/app-env.ts';
import { sendDownload } from '../serving/send-download.ts';
import { defineRoute } from './define-route.ts';
import { downloadResponse, jsonBody, okResponse } from './route-parts.ts';

const tags = ['Evidence'];

const check = defineRoute({
  method: 'post',
  path: '/checks',
  access: { scope: 'read', confinedTo: 'caller' },
  operationId: 'checkText',
  tags,
  summary: 'Check a text (extension)',
  description:
    'Holds the quotations, the reported speech (English and German), and the sentences with numbers, dates, or names of a text against transcripts and texts on screen. Verdicts are computed from the words. A connected language model divides sentences into claims and decides nothing. Numbers, amounts, and dates are compared in their normal forms.',
  request: { body: jsonBody(CheckTextRequest) },
  responses: okResponse(CheckedText, 'The passages with their verdicts.'),
});

const factSheet = defineRoute({
  method: 'post',
  path: '/checks/fact-sheet',
  access: { scope: 'read', confinedTo: 'caller' },
  operationId: 'createFactSheet',
  tags,
  summary: 'Create the fact sheet of a text (extension)',
  description:
    'Checks the text, and writes its passages with verdicts and citations. HTML and JSON are signed; the export is recorded in the histories of the cited videos.',
  request: { body: jsonBody(FactSheetRequest) },
  responses: downloadResponse(
    ['text/html', 'application/json', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    'The fact sheet.',
  ),
});

export const checksRoutes = new OpenAPIHono<AppEnv>()
  .openapi(check, async (c) => {
    const { text, ...scope } = c.req.valid('json');
    const { checks } = c.var.services;
    return c.json(await checks.check(c.var.caller.userId, text, scopeOf(c, scope), c.req.raw.signal), 200);
  })
  .openapi(factSheet, async (c) => {
    const { text, title, format, language, ...scope } = c.req.valid('json');
    const sheet = { text, title, format, language, scope: scopeOf(c, scope) };
    return sendDownload(await c.var.services.factSheets.make(c.var.caller.userId, sheet, c.req.raw.signal));
  });

/** The middleware has checked the ids of a key that is confined to projects. @throws ReelscopeError `not_found` */
function scopeOf(
  { var: { caller, services } }: { var: AppEnv['Variables'] },
  { job_ids, project_id }: Pick<CheckTextRequest, 'job_ids' | 'project_id'>,
) {
  const { userId, projects } = caller;
  return {
    jobIds: job_ids ?? (projects && services.videos.idsWithin(userId, projects)),
    projectId: project_id === undefined ? undefined : services.projects.idOf(userId, project_id),
  };
}
