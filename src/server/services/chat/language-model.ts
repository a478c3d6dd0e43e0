import type { ChatRole } from '../../../contract/chat.ts';

export interface ModelRequest {
  question: string;
  videoName: string;
  /** The messages before the question, oldest first. */
  history: readonly { role: ChatRole; content: string }[];
  /** Findings in the form of compress.ts. */
  context: string;
}

/** Something that can write an answer from findings. It should cite times as `**[MM:SS]**`; each is checked afterwards. */
export interface LanguageModel {
  /** As name@version, for the metadata of the answer. */
  readonly name: string;
  /** UTF-16 units of context that it can read. */
  readonly contextLength: number;
  /** @throws ReelscopeError `model_unavailable` */
  answer(request: ModelRequest, signal?: AbortSignal): Promise<string>;
}
