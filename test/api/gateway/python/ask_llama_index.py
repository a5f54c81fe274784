import os

from llama_index.core.llms import ChatMessage
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai_like import OpenAILike

url = os.environ["BATON_URL"] + "/v1"
key = os.environ["BATON_KEY"]
model = OpenAILike(
    model=os.environ["BATON_MODEL"],
    api_base=url,
    api_key=key,
    is_chat_model=True,
    is_function_calling_model=True,
    max_retries=0,
)
question = [ChatMessage(role="user", content="What is the weather in Rome?")]
assert model.chat(question).message.content == "It is sunny."
assert "".join(part.delta or "" for part in model.stream_chat(question)) == "It is sunny."

vectors = OpenAIEmbedding(model_name="openai/text-embedding-3-small", api_base=url, api_key=key)
assert len(vectors.get_text_embedding("a")) > 0
