/**
 * The endpoint of a model: providers and prices, the gateway that is an agent's one way out, and a scripted model for
 * rehearsals. Layer 2. Must not know of agents, tasks or trials.
 */
export { type Gateway, openGateway } from './gateway.ts';
export type { GatewayOptions } from './gateway-options.ts';
export { costOf, priceOf, withListPrices } from './prices.ts';
export { endpointOf, findProvider, isModelKey, type Provider, type ProviderName } from './provider.ts';
export { type RateGate, rateGate } from './rate-gate.ts';
export type { Answer, Question } from './rehearsal/conversation.ts';
export { faultOf, isRehearsed, nameAsked } from './rehearsal/rehearsed-model.ts';
export type { Move, Script, ScriptedFault, ScriptedRound } from './rehearsal/script.ts';
export { type RehearsalServer, startRehearsal } from './rehearsal/server.ts';
export { type Route, routeOf } from './route.ts';
export { type SpendMeter, type Spent, spendMeter } from './spend-meter.ts';
export { subtractUsage, sumOfUsage } from './usage.ts';
