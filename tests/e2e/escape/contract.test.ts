import { localEnvironment } from '../../../src/environment/index.ts';
import { podsKeepTheContract } from './conformance/contract.ts';
import { placeIn } from './pod-under-attack.ts';

podsKeepTheContract(placeIn(localEnvironment));
