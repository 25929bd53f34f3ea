import { localEnvironment } from '../../../src/environment/index.ts';
import { networkStaysClosed } from './conformance/network.ts';
import { placeIn } from './pod-under-attack.ts';

networkStaysClosed(placeIn(localEnvironment));
