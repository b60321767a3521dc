import { isRecord } from '../../failure';
import type { Chat, ChatMessage } from '../types';

const STATES = new Set<unknown>(['waiting', 'streaming', 'complete', 'stopped', 'interrupted', 'failed']);

/** Whether a row is a valid chat: another version, an extension, or a crash may have written it. */
export function isChatRow(row: unknown): row is Chat {
  return (
    isRecord(row) &&
    isText(row.id) &&
    isText(row.title) &&
    isTextOrNull(row.leafId) &&
    isTextOrNull(row.modelId) &&
    isRecord(row.settings) &&
    isText(row.settings.system) &&
    Array.isArray(row.settings.stop) &&
    areNumbers(row.createdAt, row.updatedAt)
  );
}

/** Whether a row is a valid message. */
export function isMessageRow(row: unknown): row is ChatMessage {
  return (
    isRecord(row) &&
    isText(row.id) &&
    isText(row.chatId) &&
    isTextOrNull(row.parentId) &&
    (row.role === 'user' || row.role === 'assistant') &&
    isText(row.text) &&
    isText(row.reasoning) &&
    STATES.has(row.state) &&
    isRecord(row.ticket) &&
    areNumbers(row.createdAt, row.touchedAt) &&
    [row.attachments, row.results, row.calls, row.citations].every(areRecords) &&
    (row.images === undefined || (Array.isArray(row.images) && row.images.every(isImage)))
  );
}

/** An image without an address cannot be shown. */
const isImage = (value: unknown): boolean => isRecord(value) && isText(value.url) && isText(value.alt);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const areNumbers = (...values: unknown[]): boolean => values.every(Number.isFinite);
const areRecords = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((one) => isRecord(one)));
