import { z } from 'zod';
import { sleep, throwIfAborted } from '../../base/abort.ts';
import { sentence } from '../../contract/sentence.ts';
import { engineIdOf, type GeneratingEngine, type GenerationRequest, type GenerationTurn } from '../engine.ts';
import type { Fetch } from '../outgoing.ts';
import { originOf } from '../server-address.ts';
import { trimToBudget } from './budget.ts';
import { OllamaFailure } from './failure.ts';
import { fitImage } from './images.ts';
import type { ModelRegistry, OllamaModel } from './model-registry.ts';
import { OllamaRequest, type RequestLimits } from './request.ts';
import type { Semaphore } from './semaphore.ts';
import { ChatChunk } from './wire.ts';

/** Larger contexts would cost gigabytes of the server's memory. */
const MAX_CONTEXT_TOKENS = 8192;
/** Ollama's default, for servers that do not report a context length. */
const DEFAULT_CONTEXT_TOKENS = 4096;
const RETRY_DELAY_MS = 250;
/** Upper bound of the average token length; stops servers that ignore the token limit. */
const MAX_CHARACTERS_PER_TOKEN = 16;
/** Keeps the weights loaded between shots and between questions. */
const KEEP_ALIVE = '10m';

export interface TextGeneratorOptions {
  url: string;
  fetch: Fetch;
  limits: RequestLimits;
  gate: Semaphore;
  directory: ModelRegistry;
}

/** Engine for one model of an Ollama server, which loads and frees the weights. */
export class TextGenerator implements GeneratingEngine {
  readonly info;
  readonly supportsImages: boolean;
  readonly contextTokens: number;
  readonly #model: OllamaModel;
  readonly #tools: TextGeneratorOptions;

  constructor(model: OllamaModel, tools: TextGeneratorOptions) {
    this.#model = model;
    this.#tools = tools;
    this.info = { id: `ollama:${model.name}`, version: model.digest.slice(0, 12) };
    this.supportsImages = model.capabilities.includes('vision');
    this.contextTokens = Math.min(model.contextTokens ?? DEFAULT_CONTEXT_TOKENS, MAX_CONTEXT_TOKENS);
  }

  async write<T>(request: GenerationRequest & { schema: z.ZodType<T> }, signal?: AbortSignal): Promise<T> {
    const { $schema: _, ...format } = z.toJSONSchema(request.schema, { io: 'input' });
    return this.#twice(signal, async () => {
      let text = '';
      for await (const piece of this.#ask(request, format, signal)) text += piece;
      return this.#parse(text, request.schema);
    });
  }

  async *stream(request: GenerationRequest, signal?: AbortSignal): AsyncIterable<string> {
    let begun = false;
    for (let attempt = 1; ; attempt++) {
      try {
        for await (const piece of this.#ask(request, undefined, signal)) {
          begun = true;
          yield piece;
        }
        return;
      } catch (thrown) {
        // Retried only before the first chunk, because text that was already shown can't be withdrawn.
        if (begun || attempt === 2 || !(thrown instanceof OllamaFailure && thrown.transient)) throw thrown;
        await sleep(RETRY_DELAY_MS, signal);
      }
    }
  }

  async dispose(): Promise<void> {}

  async #twice<T>(signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (thrown) {
      if (!(thrown instanceof OllamaFailure && thrown.transient)) throw thrown;
      await sleep(RETRY_DELAY_MS, signal);
      return attempt();
    }
  }

  async *#ask(request: GenerationRequest, format: object | undefined, signal?: AbortSignal): AsyncGenerator<string> {
    const { system, turns, maxTokens } = trimToBudget(request, this.contextTokens);
    const messages = [{ role: 'system', content: system }, ...(await Promise.all(turns.map(toMessage)))];
    const leave = await this.#tools.gate.acquire(signal);
    try {
      await this.#requireServer();
      throwIfAborted(signal);
      const { url, fetch, limits } = this.#tools;
      const open = new OllamaRequest(url, fetch, limits, signal);
      try {
        const pieces = await open.client.chat({
          model: this.#model.name,
          messages,
          stream: true,
          keep_alive: KEEP_ALIVE,
          ...(format ? { format } : {}),
          // Thinking takes minutes and is not shown. Models without the capability reject the option.
          ...(this.#model.capabilities.includes('thinking') ? { think: false } : {}),
          options: { num_ctx: this.contextTokens, num_predict: maxTokens, temperature: format ? 0 : 0.3 },
        });
        yield* this.#read(pieces, maxTokens);
      } catch (thrown) {
        const failure = open.failure(thrown);
        if (failure instanceof OllamaFailure && failure.kind !== 'invalid_output') this.#tools.directory.forget();
        throw failure;
      } finally {
        open.close();
      }
    } finally {
      leave();
    }
  }

  async *#read(pieces: AsyncIterable<unknown>, maxTokens: number): AsyncGenerator<string> {
    let letters = 0;
    for await (const raw of pieces) {
      const piece = ChatChunk.safeParse(raw);
      if (!piece.success) {
        throw new OllamaFailure('not_ollama', sentence('ollama.not-ollama', { url: originOf(this.#tools.url) }));
      }
      const content = piece.data.message?.content ?? '';
      letters += content.length;
      if (letters > maxTokens * MAX_CHARACTERS_PER_TOKEN) throw this.#invalidOutput('ollama.answer-too-long');
      if (content !== '') yield content;
    }
  }

  /** Checks quickly that the server is reachable before waiting minutes for an answer. */
  async #requireServer(): Promise<void> {
    const status = await this.#tools.directory.status();
    if (!status.reachable) throw new OllamaFailure(status.kind, status.reason);
  }

  #parse<T>(text: string, schema: z.ZodType<T>): T {
    let value: unknown;
    try {
      value = JSON.parse(bareAnswer(text));
    } catch {
      throw this.#invalidOutput('ollama.wrong-format');
    }
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw this.#invalidOutput('ollama.wrong-format');
    return parsed.data;
  }

  #invalidOutput(key: 'ollama.answer-too-long' | 'ollama.wrong-format'): OllamaFailure {
    return new OllamaFailure('invalid_output', sentence(key, { model: engineIdOf(this.info) }));
  }
}

/** Returns an answer without the model's thinking and the fence of a code block. */
function bareAnswer(text: string): string {
  return text
    .trim()
    .replace(/^<think>[\s\S]*?<\/think>/, '')
    .trimStart()
    .replace(/^```(?:json)?/, '')
    .replace(/```$/, '');
}

async function toMessage({ role, content, images }: GenerationTurn) {
  if (!images?.length) return { role, content };
  return { role, content, images: await Promise.all(images.map(fitImage)) };
}
