/** Whom bugsweep's own programs can ask: what stands before the slash of a model's name: whose protocol is spoken. */
export const sdkProviders = ['openai', 'openai-compatible', 'anthropic', 'google'] as const;
export type SdkProvider = (typeof sdkProviders)[number];
