import { ApiError, ConnectionError } from './errors';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal;
}

/**
 * Sends one JSON request to the API.
 * Throws `ApiError` when the API refuses and `ConnectionError` when no answer arrives.
 */
export async function request<Answer>(
  method: Method,
  path: string,
  { body, signal }: RequestOptions = {},
): Promise<Answer> {
  const response = await send(method, path, body, signal);
  if (!response.ok) throw await toApiError(response);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

async function send(method: Method, path: string, body: unknown, signal?: AbortSignal) {
  const init: RequestInit = { method, headers: { accept: 'application/json' } };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { ...init.headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  try {
    return await fetch(`/api${path}`, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ConnectionError('No answer from the server.', { cause });
  }
}

interface ErrorBody {
  error?: { code?: string; message?: string; field?: string };
}

async function toApiError(response: Response): Promise<ApiError> {
  // A proxy in between may answer with something other than JSON.
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  return new ApiError({
    status: response.status,
    code: body.error?.code ?? 'unknown',
    message: body.error?.message ?? `The server answered ${response.status}.`,
    ...(body.error?.field ? { field: body.error.field } : {}),
  });
}
