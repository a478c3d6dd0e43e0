import { z } from 'zod';
import { PeopleArtifact } from './people/artifact.ts';
import { DescriptorsArtifact } from './visualelements/artifact.ts';

/** Data that a module stores beside its segments; the server has a sink for each (server/jobs/artifact-sinks.ts). */
export const ModuleArtifact = z.discriminatedUnion('module', [PeopleArtifact, DescriptorsArtifact]);
export type ModuleArtifact = z.infer<typeof ModuleArtifact>;
