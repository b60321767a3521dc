import { prefersWholeAnswers } from '../kit/whole-answers';
import type { Provider } from '../spec';
import { openAiCompatibleChat, openAiCompatibleWholeChat } from './chat';
import { openAiCompatibleEmbedder } from './embeddings/embed';
import { openAiCompatibleDraw } from './images/draw';
import { openAiCompatibleEdit } from './images/edit';
import { listModels } from './list-models';
import { openAiCompatibleModerator } from './moderate';
import { kindOf, type OpenAiCompatible, takesUrls } from './upstream';

/** A provider for an OpenAI-compatible server. Does not connect before the first call. */
export function makeOpenAiCompatible(upstream: OpenAiCompatible): Provider {
  return {
    id: upstream.id,
    chat: openAiCompatibleChat(upstream),
    ...(prefersWholeAnswers(kindOf(upstream), upstream.unstreamed) && {
      answerWhole: openAiCompatibleWholeChat(upstream),
    }),
    moderate: openAiCompatibleModerator(upstream),
    embedTexts: openAiCompatibleEmbedder(upstream),
    drawImage: openAiCompatibleDraw(upstream),
    editImage: openAiCompatibleEdit(upstream),
    listModels: (signal) => listModels(upstream, signal),
    ...(takesUrls(kindOf(upstream)) && { takesUrls: true }),
    ...(upstream.forwardFields && { forwardFields: upstream.forwardFields }),
  };
}
