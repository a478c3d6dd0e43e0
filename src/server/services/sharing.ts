import type { CloseStack } from '../hosting/close-stack.ts';
import { createWindowFiles } from '../http/serving/window-files.ts';
import { createMediaFiles } from '../library/files/media-files.ts';
import { BlurredCopies } from '../sharing/blurred-copies.ts';
import { CommentsService } from '../sharing/comments.ts';
import { createReportsService } from '../sharing/reports.ts';
import { openShareTokens } from '../sharing/share-tokens.ts';
import { SharedStories } from '../sharing/shared-stories.ts';
import { createSharedVideos } from '../sharing/shared-videos.ts';
import { SharingService } from '../sharing/sharing-service.ts';
import { createStoryClips } from '../sharing/story-clips.ts';
import { createWebhookDeliveriesService } from '../webhooks/deliveries.ts';
import { createDispatcher } from '../webhooks/dispatcher.ts';
import { openWebhookSecrets } from '../webhooks/secrets.ts';
import { createSender } from '../webhooks/sender.ts';
import { createWebhooksService } from '../webhooks/webhooks.ts';
import type { AccountServices } from './account.ts';
import type { EvidenceServices } from './evidence.ts';
import type { FileServices } from './files.ts';
import type { LibraryServices } from './library.ts';
import type { ServiceParts } from './service-parts.ts';

/** Builds the services that pass results on: share links, their listener on the LAN, and webhooks. */
export async function buildSharing(
  parts: ServiceParts & AccountServices & FileServices & LibraryServices & EvidenceServices,
  resources: CloseStack,
) {
  const { host, store, objects, clock, log, events, work } = parts;
  const { links, stills, sourceFiles, source, thumbnails, proxies } = parts;
  const { results, moments, stories, peopleChoice, manifests, citations, installationKey } = parts;
  const { transcode, blurStills } = work;
  const { tracksOf } = parts.faceBlur;
  const dataFolder = host.folders.data;

  const storyClips = createStoryClips({ dataFolder, source, log, transcode, tracksOf });
  const sharedStories = new SharedStories({ store, stories, links, stills, clips: storyClips });
  resources.defer(() => sharedStories.close());
  const copies = new BlurredCopies({ dataFolder, store, source, stills, log, transcode, blurStills, tracksOf });
  resources.defer(() => copies.close());
  const sharedVideos = createSharedVideos({
    store,
    links,
    results,
    stills,
    proxies,
    manifests,
    citations,
    copies,
    moments,
    files: sourceFiles,
    key: installationKey,
    people: peopleChoice,
  });
  const reports = createReportsService({
    store,
    source,
    proxies,
    clock,
    tokens: await openShareTokens(host.secrets),
    log,
    copies,
    stories: sharedStories,
    videos: sharedVideos,
    people: peopleChoice,
    checkBlur: tracksOf,
  });
  // Blurred files of links wait for an analysis of people.
  resources.defer(events.subscribeAll((_jobId, { name }) => name === 'completed' && reports.ensureFiles()));
  const mediaFiles = createMediaFiles({ store, objects, links, source, thumbnails, stills, proxies, reports });
  const { notifications } = parts;
  const comments = new CommentsService({ store, clock, reports, stories: sharedStories, moments, notifications });
  const windowFiles = createWindowFiles(host.folders.window);
  const sharing = new SharingService({
    store,
    clock,
    log,
    reports,
    comments,
    mediaFiles,
    windowFiles,
    lan: parts.lan,
  });

  const secrets = await openWebhookSecrets(host.secrets);
  const sender = createSender({
    ...parts.webhooks,
    version: host.version,
    isOffline: parts.engineOptions.isOffline,
    ownPorts: () => [...parts.ownPorts(), ...sharing.ports()],
  });
  const dispatcher = createDispatcher({ store, clock, log, secrets, sender });
  resources.defer(dispatcher.close);
  return {
    reports,
    comments,
    mediaFiles,
    windowFiles,
    sharing,
    webhooks: createWebhooksService({ store, clock, secrets, sender, dispatcher }),
    webhookDeliveries: createWebhookDeliveriesService({ store, dispatcher }),
  };
}
