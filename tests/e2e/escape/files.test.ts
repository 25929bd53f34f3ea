import { localEnvironment } from '../../../src/environment/index.ts';
import { filesStayClosed } from './conformance/files.ts';
import { placeIn } from './pod-under-attack.ts';

filesStayClosed(placeIn(localEnvironment));
