import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  BrandRescan,
  BrandRescanProgress,
  MAX_REFERENCE_LOGO_BYTES,
  REFERENCE_LOGO_TYPES,
  ReferenceLogo,
  ReferenceLogoList,
  ReferenceLogoName,
} from '../../../../contract/analysis/brands.ts';
import { ReelscopeError } from '../../../../contract/errors.ts';
import { sentence } from '../../../../core/texts/sentence.ts';
import type { AppEnv } from '../../context/app-env.ts';
import { shortList } from '../../lists/short-list.ts';
import { readBody } from '../../middleware/json-body.ts';
import { defineRoute } from '../define-route.ts';
import { createdResponse, jsonBody, listResponse, mediaResponse, okResponse } from '../route-parts.ts';

const tags = ['Settings'];
const LogoParam = z.object({ logo_id: z.string().describe('ID of the reference logo.') });

const LIST = shortList<ReferenceLogo>({ id: 'logo_id', names: ['name'], sorts: ['name', 'created_at'], own: 'name' });

const list = defineRoute({
  method: 'get',
  path: '/settings/reference-logos',
  access: { scope: 'read' },
  tags,
  summary: 'List reference logos (extension)',
  request: { query: LIST.query },
  responses: listResponse(ReferenceLogoList, 'Sorted by name.'),
});

const add = defineRoute({
  method: 'post',
  path: '/settings/reference-logos',
  access: { scope: 'admin' },
  operationId: 'addReferenceLogo',
  tags,
  summary: 'Add a reference logo as PNG, JPEG, WebP, or SVG (extension)',
  request: { query: ReferenceLogoName },
  responses: createdResponse(ReferenceLogo, 'The stored logo.'),
});

const picture = defineRoute({
  method: 'get',
  path: '/settings/reference-logos/{logo_id}/picture',
  access: { scope: 'read' },
  operationId: 'getReferenceLogoPicture',
  tags,
  summary: 'Get the image of a reference logo as PNG (extension)',
  request: { params: LogoParam },
  responses: mediaResponse(['image/png'], 'At most 512 pixels per side.'),
});

const rename = defineRoute({
  method: 'patch',
  path: '/settings/reference-logos/{logo_id}',
  access: { scope: 'admin' },
  tags,
  summary: 'Rename a reference logo; existing findings keep the old name until a rescan (extension)',
  request: { params: LogoParam, body: jsonBody(ReferenceLogoName) },
  responses: okResponse(ReferenceLogo, 'The updated logo.'),
});

const remove = defineRoute({
  method: 'delete',
  path: '/settings/reference-logos/{logo_id}',
  access: { scope: 'admin' },
  tags,
  summary: 'Delete a reference logo; existing findings stay until a rescan (extension)',
  request: { params: LogoParam },
  responses: okResponse(ReferenceLogoList, 'The remaining logos.'),
});

const apply = defineRoute({
  method: 'post',
  path: '/settings/brands/apply',
  access: { scope: 'admin' },
  operationId: 'rescanBrands',
  tags,
  summary: 'Rescan the saved frames of analyzed videos for brands; uses no minutes (extension)',
  responses: okResponse(BrandRescan, 'The queued rescans.'),
});

const progress = defineRoute({
  method: 'get',
  path: '/settings/brands/apply',
  access: { scope: 'read' },
  operationId: 'getBrandRescan',
  tags,
  summary: 'Get the progress of the last brand rescan (extension)',
  responses: okResponse(BrandRescanProgress, 'All zero when none ran since the server started.'),
});

export const referenceLogosRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => {
    const { logos } = c.var.services.referenceLogos.list(c.var.caller.userId);
    return c.json({ logos: LIST.page(c, c.req.valid('query'), logos) }, 200);
  })
  .openapi(add, async (c) => {
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    // Clients that were generated send any file as bytes; what it is shows when it is decoded.
    if (type !== 'application/octet-stream' && !REFERENCE_LOGO_TYPES.some((known) => known === type)) {
      throw new ReelscopeError('unsupported_media_type', sentence('logo.format'));
    }
    const bytes = await readBody(c, MAX_REFERENCE_LOGO_BYTES);
    const { name } = c.req.valid('query');
    return c.json(await c.var.services.referenceLogos.add(c.var.caller.userId, name, new Uint8Array(bytes)), 201);
  })
  .openapi(picture, (c) =>
    c.body(c.var.services.referenceLogos.picture(c.var.caller.userId, c.req.valid('param').logo_id), 200, {
      'Content-Type': 'image/png',
      'Cache-Control': 'private, max-age=3600',
    }),
  )
  .openapi(rename, (c) => {
    const { logo_id } = c.req.valid('param');
    return c.json(c.var.services.referenceLogos.rename(c.var.caller.userId, logo_id, c.req.valid('json').name), 200);
  })
  .openapi(remove, (c) => {
    const { userId } = c.var.caller;
    c.var.services.referenceLogos.delete(userId, c.req.valid('param').logo_id);
    return c.json(c.var.services.referenceLogos.list(userId), 200);
  })
  .openapi(apply, async (c) => c.json(await c.var.services.brandRescan.apply(c.var.caller.userId), 200))
  .openapi(progress, (c) => c.json(c.var.services.brandRescan.progress(c.var.caller.userId), 200));
