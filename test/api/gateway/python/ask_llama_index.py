import os

from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai_like import OpenAILike

url = os.environ["BATON_URL"] + "/v1"
key = os.environ["BATON_KEY"]
question = [ChatMessage(role="user", content="What is the weather in Rome?")]


def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny"


tool = FunctionTool.from_defaults(get_weather)
for name in os.environ["BATON_MODELS"].split():
    model = OpenAILike(
        model=name,
        api_base=url,
        api_key=key,
        is_chat_model=True,
        is_function_calling_model=True,
        max_retries=0,
    )
    assert model.chat(question).message.content == "It is sunny."
    assert "".join(part.delta or "" for part in model.stream_chat(question)) == "It is sunny."
    called = model.chat_with_tools([tool], user_msg="CALL")
    assert model.get_tool_calls_from_response(called)[0].tool_kwargs == {"city": "Rome"}, called

vectors = OpenAIEmbedding(model_name="openai/text-embedding-3-small", api_base=url, api_key=key)
assert len(vectors.get_text_embedding("a")) > 0
