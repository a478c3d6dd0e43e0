import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import {
  BrandRescan,
  BrandRescanProgress,
  MAX_REFERENCE_LOGO_BYTES,
  REFERENCE_LOGO_TYPES,
  ReferenceLogo,
  ReferenceLogoList,
  ReferenceLogoName,
} from '../../../contract/brands.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { AppEnv } from '../context/app-env.ts';
import { readBody } from '../middleware/json-body.ts';
import { answers, answersOther, creates, jsonBody, SECURED } from './route-parts.ts';

const tags = ['Settings'];
const LogoParam = z.object({ logo_id: z.string() });

const list = createRoute({
  method: 'get',
  path: '/settings/reference-logos',
  tags,
  summary: 'Pictures of your own logos that `logos` looks for (extension)',
  ...SECURED,
  responses: answers(ReferenceLogoList, 'In the order of their names.'),
});

const add = createRoute({
  method: 'post',
  path: '/settings/reference-logos',
  tags,
  summary: 'Adds a logo; the body is the picture: PNG, JPEG, WebP or SVG (extension)',
  ...SECURED,
  request: { query: ReferenceLogoName },
  responses: creates(ReferenceLogo, 'The logo as it is kept.'),
});

const picture = createRoute({
  method: 'get',
  path: '/settings/reference-logos/{logo_id}/picture',
  tags,
  summary: 'The picture of a logo as PNG (extension)',
  ...SECURED,
  request: { params: LogoParam },
  responses: answersOther(['image/png'], 'At most 512 pixels a side.'),
});

const rename = createRoute({
  method: 'patch',
  path: '/settings/reference-logos/{logo_id}',
  tags,
  summary: 'Renames a logo; findings of before keep its former name until brands are looked for anew (extension)',
  ...SECURED,
  request: { params: LogoParam, body: jsonBody(ReferenceLogoName) },
  responses: answers(ReferenceLogo, 'The logo as it is now.'),
});

const remove = createRoute({
  method: 'delete',
  path: '/settings/reference-logos/{logo_id}',
  tags,
  summary: 'Deletes a logo; what was found stays until brands are looked for anew (extension)',
  ...SECURED,
  request: { params: LogoParam },
  responses: answers(ReferenceLogoList, 'The logos that are left.'),
});

const apply = createRoute({
  method: 'post',
  path: '/settings/brands/apply',
  tags,
  summary: 'Looks for brands anew in all analysed videos, on kept pictures; costs no minutes (extension)',
  ...SECURED,
  responses: answers(BrandRescan, 'What was put into the queue.'),
});

const progress = createRoute({
  method: 'get',
  path: '/settings/brands/apply',
  tags,
  summary: 'How far the last look for brands in analysed videos is (extension)',
  ...SECURED,
  responses: answers(BrandRescanProgress, 'All zero when there was none since the server started.'),
});

export const referenceLogosRoutes = new OpenAPIHono<AppEnv>()
  .openapi(list, (c) => c.json(c.var.services.referenceLogos.list(c.var.caller.userId), 200))
  .openapi(add, async (c) => {
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!REFERENCE_LOGO_TYPES.some((known) => known === type)) {
      throw new ReelscopeError('unsupported_media_type', 'A logo must be a PNG, JPEG, WebP or SVG picture.');
    }
    const bytes = await readBody(c.env.incoming, MAX_REFERENCE_LOGO_BYTES);
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
  .openapi(apply, async (c) => c.json(await c.var.services.brandsApply.apply(c.var.caller.userId), 200))
  .openapi(progress, (c) => c.json(c.var.services.brandsApply.progress(c.var.caller.userId), 200));
