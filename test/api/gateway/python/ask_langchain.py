import os

import tiktoken
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from pydantic import BaseModel


class Encoding:
    """Stands for the vocabulary that tiktoken downloads: this test has no network."""

    def encode_ordinary(self, text):
        return list(text.encode())

    def encode(self, text, **_):
        return list(text.encode())

    def decode(self, ids):
        return bytes(ids).decode()


tiktoken.encoding_for_model = lambda _model: Encoding()
tiktoken.get_encoding = lambda _name: Encoding()

settings = {"base_url": os.environ["BATON_URL"] + "/v1", "api_key": os.environ["BATON_KEY"], "max_retries": 0}


@tool
def get_weather(city: str) -> str:
    """The weather of a city"""
    return "sunny"


class Place(BaseModel):
    """A place"""

    city: str


for name in os.environ["BATON_MODELS"].split():
    model = ChatOpenAI(model=name, **settings)
    assert model.invoke("What is the weather in Rome?").text == "It is sunny."
    assert "".join(part.text for part in model.stream("What is the weather in Rome?")) == "It is sunny."

    called = model.bind_tools([get_weather]).invoke("CALL")
    assert called.tool_calls[0]["args"] == {"city": "Rome"}, called

    place = model.with_structured_output(Place, method="json_schema").invoke("FORM")
    assert place == Place(city="Rome"), place

vectors = OpenAIEmbeddings(model="openai/text-embedding-3-small", **settings)
assert len(vectors.embed_documents(["a", "b"])) == 2
