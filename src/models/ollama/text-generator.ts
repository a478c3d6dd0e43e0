import type { ChatRequest } from 'ollama';
import { z } from 'zod';
import { sentence } from '../../core/texts/sentence.ts';
import { engineIdOf, type GeneratingEngine, type GenerationRequest, type GenerationTurn } from '../engine.ts';
import { originOf } from '../server-address.ts';
import { isTruncated, trimToBudget } from './budget.ts';
import { OllamaFailure } from './failure.ts';
import { fitImage } from './images.ts';
import type { OllamaModel } from './model-registry.ts';
import { OllamaRequest, type RequestLimits } from './request.ts';
import type { PooledServer, ServerPool } from './server-pool.ts';
import { ChatChunk } from './wire.ts';

/** Larger contexts would cost gigabytes of the server's memory. */
const MAX_CONTEXT_TOKENS = 8192;
/** Ollama's default, for servers that do not report a context length. */
const DEFAULT_CONTEXT_TOKENS = 4096;
/** Upper bound of the average token length; stops servers that ignore the token limit. */
const MAX_CHARACTERS_PER_TOKEN = 16;
/** Keeps the weights loaded between shots and between questions. */
const KEEP_ALIVE = '10m';

export interface TextGeneratorOptions {
  limits: RequestLimits;
  pool: ServerPool;
}

type ChatBody = ChatRequest & {
  stream: true;
  messages: { content: string }[];
  options: { num_predict: number; num_ctx: number };
};

/** Engine for one model of Ollama servers, which load and free the weights. */
export class TextGenerator implements GeneratingEngine {
  readonly info;
  readonly supportsImages: boolean;
  readonly contextTokens: number;
  readonly concurrency: number;
  readonly #model: OllamaModel;
  readonly #tools: TextGeneratorOptions;

  constructor(model: OllamaModel, tools: TextGeneratorOptions) {
    this.#model = model;
    this.#tools = tools;
    this.info = { id: `ollama:${model.name}`, version: model.digest.slice(0, 12) };
    this.supportsImages = model.capabilities.includes('vision');
    this.contextTokens = Math.min(model.contextTokens ?? DEFAULT_CONTEXT_TOKENS, MAX_CONTEXT_TOKENS);
    this.concurrency = tools.pool.size;
  }

  async write<T>(request: GenerationRequest & { schema: z.ZodType<T> }, signal?: AbortSignal): Promise<T> {
    const { $schema: _, ...format } = z.toJSONSchema(request.schema, { io: 'input' });
    const body = await this.#bodyOf(request, format);
    for (const attempts = this.#tools.pool.attempts(this.#model, signal); ; ) {
      try {
        let text = '';
        for await (const piece of this.#ask(await attempts.enter(), body, signal)) text += piece;
        return this.#parse(text, request.schema);
      } catch (thrown) {
        if (!(await attempts.again(thrown))) throw thrown;
      } finally {
        attempts.leave();
      }
    }
  }

  async *stream(request: GenerationRequest, signal?: AbortSignal): AsyncIterable<string> {
    const body = await this.#bodyOf(request, undefined);
    let begun = false;
    for (const attempts = this.#tools.pool.attempts(this.#model, signal); ; ) {
      try {
        for await (const piece of this.#ask(await attempts.enter(), body, signal)) {
          begun = true;
          yield piece;
        }
        return;
      } catch (thrown) {
        // Repeated only before the first chunk, because text that was already shown can't be withdrawn.
        if (begun || !(await attempts.again(thrown))) throw thrown;
      } finally {
        attempts.leave();
      }
    }
  }

  async dispose(): Promise<void> {}

  async #bodyOf(request: GenerationRequest, format: object | undefined): Promise<ChatBody> {
    const { system, turns, maxTokens } = trimToBudget(request, this.contextTokens);
    return {
      model: this.#model.name,
      messages: [{ role: 'system', content: system }, ...(await Promise.all(turns.map(toMessage)))],
      stream: true,
      keep_alive: KEEP_ALIVE,
      ...(format ? { format } : {}),
      // Thinking takes minutes and is not shown. Models without the capability reject the option.
      ...(this.#model.capabilities.includes('thinking') ? { think: false } : {}),
      options: { num_ctx: this.contextTokens, num_predict: maxTokens, temperature: format ? 0 : 0.3 },
    };
  }

  async *#ask(server: PooledServer, body: ChatBody, signal?: AbortSignal): AsyncGenerator<string> {
    const open = new OllamaRequest(server.url, server.fetch, this.#tools.limits, signal);
    try {
      yield* this.#read(server, await open.client.chat(body), body);
    } catch (thrown) {
      const failure = open.failure(thrown);
      const isOfRequest = failure instanceof OllamaFailure && ['invalid_output', 'truncated'].includes(failure.kind);
      if (failure instanceof OllamaFailure && !isOfRequest) server.registry.forget();
      throw failure;
    } finally {
      open.close();
    }
  }

  async *#read(server: PooledServer, pieces: AsyncIterable<unknown>, body: ChatBody): AsyncGenerator<string> {
    const { num_predict: maxTokens, num_ctx: contextTokens } = body.options;
    let letters = 0;
    for await (const raw of pieces) {
      const piece = ChatChunk.safeParse(raw);
      if (!piece.success) {
        throw new OllamaFailure('not_ollama', sentence('ollama.not-ollama', { url: originOf(server.url) }));
      }
      const content = piece.data.message?.content ?? '';
      letters += content.length;
      if (letters > maxTokens * MAX_CHARACTERS_PER_TOKEN) throw this.#invalidOutput('ollama.answer-too-long');
      if (content !== '') yield content;
      const read = piece.data.prompt_eval_count ?? 0;
      if (isTruncated(read, contextTokens, body.messages)) {
        throw new OllamaFailure('truncated', sentence('ollama.truncated', { model: engineIdOf(this.info) }));
      }
    }
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
